// Price schema (a number, or words such as "contact_sales"), and sample models.
import * as z from 'zod/mini';
import './jitless.ts';
import type { Model } from './model.ts';

/** A number in the record's unit, or a text such as `contact_sales`; see `listedPrice` for its meaning. */
export const Price = z.union([z.number(), z.string()]);

/** Suffix of a sample entry's display_name. */
export const SAMPLE_MARK = ' (sample)';

/** The month in which the sample catalogue's prices were noted. */
export const SAMPLE_PRICES_NOTED = '2026-07';

/** True for an entry of a sample catalogue, which cannot be run. */
export function isSampleModel({ sample, display_name }: Pick<Model, 'sample' | 'display_name'>): boolean {
  return sample ?? display_name?.endsWith(SAMPLE_MARK) ?? false;
}
