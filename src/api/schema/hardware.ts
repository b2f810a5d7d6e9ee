// Hardware: schema for GET /hardware.
import * as z from 'zod/mini';
import './jitless.ts';
import { Amount, Price } from './model.ts';
import { openEnum } from './read-list.ts';

export const Hardware = z.looseObject({
  object: z.optional(openEnum(['hardware'])),
  id: z.string(),
  pricing: z.optional(z.looseObject({ cents_per_minute: z.optional(Price) })),
  specs: z.optional(
    z.looseObject({
      gpu_type: z.optional(z.string()),
      gpu_link: z.optional(z.string()),
      gpu_memory: z.optional(Amount),
      gpu_count: z.optional(Amount),
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
 * `cents_per_minute`: US cents for the whole configuration. `gpu_memory`: GB per GPU. `availability`: only if
 * asked for a model. A `sample` cannot be rented.
 */
export type Hardware = z.infer<typeof Hardware>;
