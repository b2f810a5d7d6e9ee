// Hardware: schema for GET /hardware.
import * as z from 'zod/mini';
import './jitless.ts';
import { Price } from './model.ts';
import { openEnum } from './read-list.ts';

/** The document's fields and Inferdeck's `sample`; only `id` is required. */
export const Hardware = z.looseObject({
  object: z.optional(openEnum(['hardware'])),
  id: z.string(),
  pricing: z.optional(z.looseObject({ cents_per_minute: z.optional(Price) })),
  specs: z.optional(
    z.looseObject({
      gpu_type: z.optional(z.string()),
      gpu_link: z.optional(z.string()),
      gpu_memory: z.optional(z.number()),
      gpu_count: z.optional(z.number()),
    }),
  ),
  updated_at: z.optional(z.string()),
  availability: z.optional(
    z.looseObject({
      status: z.optional(openEnum(['available', 'unavailable', 'insufficient'])),
      sample: z.optional(z.boolean()),
    }),
  ),

  sample: z.optional(z.boolean()),
});

/**
 * `cents_per_minute` is US cents for the whole configuration, `gpu_memory` GB per GPU. `availability` is
 * present if the list was requested for a model. A `sample` cannot be rented, and its availability is
 * invented.
 */
export type Hardware = z.infer<typeof Hardware>;
