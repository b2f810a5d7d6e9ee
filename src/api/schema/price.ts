// A price as services send it: a number, or words in the place of one ("contact_sales").
import * as z from 'zod/mini';
import './jitless.ts';

/** A number in whatever unit the record has, or a text such as `contact_sales`; see `listedPrice` for its meaning. */
export const Price = z.union([z.number(), z.string()]);
