// A cell as it is kept: that it was sent, and what came of it. Read with care, since an older build may have written it.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';

const amount = z.nullable(z.number());

const Result = z.object({
  state: z.enum(['complete', 'failed', 'stopped', 'lost']),
  text: z.string(),
  finish: z.nullable(z.string()),
  promptTokens: amount,
  completionTokens: amount,
  tokenCount: z.number(),
  dollars: amount,
  firstTokenMs: amount,
  elapsedMs: z.number(),
  error: z.nullable(z.string()),
  status: amount,
  isRefused: z.boolean(),
});

/**
 * `spent` is what all ended attempts cost. `sent` is the most that one under way can cost; a cell that was sent and has
 * no result was lost with its page.
 */
export const KeptCell = z.object({
  cell: z.int(),
  sent: z.nullable(z.object({ tokens: amount, dollars: amount })),
  spent: z.object({ tokens: z.number(), dollars: z.number() }),
  result: z.nullable(Result),
});

/** A cell as it is kept. */
export type KeptCell = z.infer<typeof KeptCell>;
