// Which tokens of a lane the table shows, and in which order.
import type { Lane } from '#pages/playground/lane.ts';
import { readToken } from '#pages/playground/tokens/token-facts.ts';

/** How the rows are sorted. */
export type TokenOrder = 'order' | 'surprise';

/**
 * The tokens to show, by position. Least likely first puts −∞ before all, and tokens whose logprob is missing or above
 * zero behind all, each group in the order of the text.
 * @param wanted text that a token must hold, capitals or not; empty for all tokens
 */
export function tokenRows(lane: Lane, order: TokenOrder, wanted: string): Int32Array {
  const needle = wanted.toLowerCase();
  const all = Int32Array.from({ length: lane.tokenCount }, (_, token) => token);
  const rows =
    needle === '' ? all : all.filter((token) => readToken(lane, token).text.toLowerCase().includes(needle));
  if (order === 'order') return rows;
  const logprobs = lane.logprobs.view();
  const rank = (token: number): number => {
    const logprob = logprobs[token] ?? Number.NaN;
    return logprob <= 0 ? logprob : 1;
  };
  return rows.sort((one, other) => {
    const first = rank(one);
    const second = rank(other);
    // Two infinities have no difference.
    return first === second ? one - other : first - second;
  });
}
