// How an entry of a sample catalogue is told from a model that answers, within the interface's own fields.
import type { Model } from './model.ts';

/** What the display_name of a sample entry ends in. */
export const SAMPLE_MARK = ' (sample)';

/** The month in which all prices of the sample catalogue were noted. */
export const SAMPLE_PRICES_NOTED = '2026-07';

/** Whether a model is an entry of a sample catalogue, so that nothing will answer under its name. */
export function isSampleModel({ display_name }: Pick<Model, 'display_name'>): boolean {
  return display_name?.endsWith(SAMPLE_MARK) ?? false;
}
