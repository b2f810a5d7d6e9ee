// The request that finds out what else could have stood at a place: one token, many times.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { requestFields } from '#api/schema/request-fields.ts';

/** How many tokens one request draws at most. */
export const mostSamples = requestFields.n.limit.max;

/**
 * `n` single tokens after the prompt at temperature 1; nothing else is sent. A service that cuts off the unlikely by
 * default does so here, too.
 * @param without ids, in digits, that may not be drawn again: bias −100
 */
export function alternativesRequest(
  model: string,
  prompt: string,
  n: number,
  without: readonly string[],
): CompletionRequest {
  const request = { model, prompt, max_tokens: 1, n, logprobs: 1, temperature: 1, stream: true };
  if (without.length === 0) return request;
  return { ...request, logit_bias: Object.fromEntries(without.map((id) => [id, -100])) };
}

/** What to ask for after a service refused `n`; null where one is all that can be asked for. */
export function lowerCount(n: number): number | null {
  return n <= 1 ? null : Math.max(1, Math.floor(n / 4));
}
