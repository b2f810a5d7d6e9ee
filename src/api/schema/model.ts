// Model: an element of the array of GET /models.
import * as z from 'zod/mini';
import './jitless.ts';
import { Price } from './price.ts';
import { openEnum } from './open-enum.ts';

/** Prices of a model. The document states no unit: the unit is a setting that the reader sees. */
export const ModelPricing = z.looseObject({
  hourly: z.optional(Price),
  input: z.optional(Price),
  output: z.optional(Price),
  base: z.optional(Price),
  finetune: z.optional(Price),
});

/** Prices of a model, unit unstated. Zero may stand for "dedicated only". */
export type ModelPricing = z.infer<typeof ModelPricing>;

/** Kinds of model: the seven of the interface document, and three that services have added. Open. */
const ModelType = openEnum([
  'chat',
  'language',
  'code',
  'image',
  'embedding',
  'moderation',
  'rerank',
  'audio',
  'transcribe',
  'video',
]);

/** Model of the interface document, then the fields that Inferdeck adds; only `id` is needed to show it. */
export const Model = z.looseObject({
  id: z.string(),
  object: z.optional(openEnum(['model'])),
  created: z.optional(z.number()),
  type: z.optional(ModelType),
  display_name: z.optional(z.string()),
  organization: z.optional(z.string()),
  link: z.optional(z.string()),
  license: z.optional(z.string()),
  context_length: z.optional(z.number()),
  pricing: z.optional(ModelPricing),

  description: z.optional(z.string()),
  sample: z.optional(z.boolean()),
});

/** A model that the service offers. `created` is in Unix seconds, `context_length` in tokens; a `sample` answers nothing. */
export type Model = z.infer<typeof Model>;
