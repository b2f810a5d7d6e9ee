// Defaults of request fields, as the record of a model states them.
import { isRecord } from '#api/errors.ts';
import type { Model } from '#api/schema/model.ts';
import type { NumberField } from '#api/schema/request-fields.ts';

/** What a service takes for a field that is not sent, where its model's record says so in the open field `defaults`. */
export function unsentNumber(model: Model | undefined, name: NumberField): number | undefined {
  const defaults = model?.['defaults'];
  const value = isRecord(defaults) ? defaults[name] : undefined;
  return typeof value === 'number' ? value : undefined;
}
