// Model: schema for GET /models.
import * as z from 'zod/mini';
import './jitless.ts';
import { Price } from './price.ts';
import { openEnum } from './open-enum.ts';

/** The document states no unit: the user picks it in a setting. */
export const ModelPricing = z.looseObject({
  hourly: z.optional(Price),
  input: z.optional(Price),
  output: z.optional(Price),
  base: z.optional(Price),
  finetune: z.optional(Price),
});

/** Unit unstated. Zero may mean "dedicated only". */
export type ModelPricing = z.infer<typeof ModelPricing>;

/** The document's seven kinds, and three that services have added. Open. */
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

/** The document's fields and those that Inferdeck adds; only `id` is required. */
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

/** `created` is in Unix seconds, `context_length` in tokens; a `sample` cannot be run. */
export type Model = z.infer<typeof Model>;
