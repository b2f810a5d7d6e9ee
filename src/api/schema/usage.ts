// UsageData: what a completion consumed, in tokens.
import * as z from 'zod/mini';
import './jitless.ts';

/** UsageData of the interface document: three token counts, all required when the object is there. */
export const UsageData = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});

/** Token counts of one request. `total_tokens` is as the service sent it, even where it is not the sum. */
export type UsageData = z.infer<typeof UsageData>;
