// How an entry of a sample catalogue is told from a model that answers: by a field of its own, and for every other client by its name.
import type { Model } from './model.ts';

/** What the display_name of a sample entry ends in. */
export const SAMPLE_MARK = ' (sample)';

/** The month in which all prices of the sample catalogue were noted. */
export const SAMPLE_PRICES_NOTED = '2026-07';

/** Whether a model is an entry of a sample catalogue, so that nothing will answer under its name. */
export function isSampleModel({ sample, display_name }: Pick<Model, 'sample' | 'display_name'>): boolean {
  return sample ?? display_name?.endsWith(SAMPLE_MARK) ?? false;
}
