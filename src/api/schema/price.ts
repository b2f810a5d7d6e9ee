// A price as services send it: a number, or words in the place of one ("contact_sales").
import * as z from 'zod/mini';
import './jitless.ts';
import type { Model } from './model.ts';

/** A number in whatever unit the record has, or a text such as `contact_sales`; see `listedPrice` for its meaning. */
export const Price = z.union([z.number(), z.string()]);

/** What the display_name of a sample entry ends in. */
export const SAMPLE_MARK = ' (sample)';

/** The month in which all prices of the sample catalogue were noted. */
export const SAMPLE_PRICES_NOTED = '2026-07';

/** Whether a model is an entry of a sample catalogue, so that nothing will answer under its name. */
export function isSampleModel({ sample, display_name }: Pick<Model, 'sample' | 'display_name'>): boolean {
  return sample ?? display_name?.endsWith(SAMPLE_MARK) ?? false;
}
