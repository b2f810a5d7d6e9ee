// The draws at the place that was sampled last: there again after a reload.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { stored } from '#lib/stored.ts';

const Sample = z.object({
  id: z.nullable(z.string()),
  text: z.string(),
  isSpecial: z.boolean(),
  logprob: z.nullable(z.number()),
});

const KeptRounds = z.object({
  /** Which place it is: its connection, model and prompt. */
  place: z.string(),
  rounds: z.array(z.object({ asked: z.number(), samples: z.array(Sample) })),
});

/** An empty place is none. */
export const keptRounds = stored<z.infer<typeof KeptRounds>>({
  key: 'inferdeck.alternatives',
  version: 1,
  parse: (value) => KeptRounds.safeParse(value).data ?? null,
  fallback: { place: '', rounds: [] },
  storage: () => localStorage,
});
