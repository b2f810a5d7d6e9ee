// Model and price: schemas for GET /models.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum } from './read-list.ts';

/** A number in the record's unit, or a text such as `contact_sales`; see `listedPrice`. */
export const Price = z.union([z.number(), z.string()]);

/** Some services send numbers as text. */
export const Amount = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^\s*\d+(?:\.\d+)?\s*$/)), z.transform(Number)),
]);

export const sampleMark = ' (sample)';

export const samplePricesNoted = '2026-07';

export function isSampleModel({ sample, display_name }: Pick<Model, 'sample' | 'display_name'>): boolean {
  return sample ?? display_name?.endsWith(sampleMark) ?? false;
}

const textTypes: ReadonlySet<string> = new Set(['chat', 'language', 'code']);

/** A model without a type counts as completing text. */
export function mayCompleteText({ type }: Pick<Model, 'type'>): boolean {
  return !type || textTypes.has(type.toLowerCase());
}

/** The document states no unit: the user picks it. */
export const ModelPricing = z.looseObject({
  hourly: z.optional(Price),
  input: z.optional(Price),
  output: z.optional(Price),
  base: z.optional(Price),
  finetune: z.optional(Price),
});

/** Zero may mean "dedicated only". */
export type ModelPricing = z.infer<typeof ModelPricing>;

/** Open: the document's seven, and three added since. */
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

export const Model = z.looseObject({
  id: z.string(),
  object: z.optional(openEnum(['model'])),
  created: z.optional(z.number()),
  type: z.optional(ModelType),
  display_name: z.optional(z.string()),
  organization: z.optional(z.string()),
  link: z.optional(z.string()),
  license: z.optional(z.string()),
  context_length: z.optional(Amount),
  pricing: z.optional(ModelPricing),

  description: z.optional(z.string()),
  sample: z.optional(z.boolean()),
});

/** `created` in Unix seconds, `context_length` in tokens; a `sample` cannot be run. */
export type Model = z.infer<typeof Model>;

/** As a checkpoint, `<uuid>:<step>`. */
export function isNumbered({ id }: Pick<Model, 'id'>): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-/i.test(id);
}

/** In the given order, but ids that are numbers behind those that can be read. */
export function readableFirst(models: readonly Model[]): readonly Model[] {
  return models.toSorted((one, other) => Number(isNumbered(one)) - Number(isNumbered(other)));
}
