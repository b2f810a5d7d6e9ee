// Order and search of the token table.
import type { Choice } from '#run/choice.ts';
import { readToken } from '#run/token.ts';

export type TokenOrder = 'order' | 'surprise';

/**
 * Least likely: −∞ first, missing or positive logprobs last; ties in text order.
 * @param wanted case-insensitive
 */
export function tokenRows(choice: Choice, order: TokenOrder, wanted: string): Int32Array {
  const needle = wanted.toLowerCase();
  const all = Int32Array.from({ length: choice.tokenCount }, (_, token) => token);
  const rows =
    needle === '' ? all : all.filter((token) => readToken(choice, token).text.toLowerCase().includes(needle));
  if (order === 'order') return rows;
  const logprobs = choice.logprobs.view();
  const rank = (token: number): number => {
    const logprob = logprobs[token] ?? Number.NaN;
    return logprob <= 0 ? logprob : 1;
  };
  // Two infinities differ by NaN, which sorts as zero.
  return rows.sort((one, other) => rank(one) - rank(other));
}
