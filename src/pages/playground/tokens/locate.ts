// From an offset in a lane's text to the token that is there.
import type { Lane } from '#pages/playground/lane.ts';

/**
 * The token that holds the character at `offset` (UTF-16 units): the first whose end lies behind it. Tokens without text
 * are never found. Behind the text it is the last token with text; null for a lane without text.
 */
export function tokenAt(lane: Lane, offset: number): number | null {
  const length = lane.text.length;
  if (length === 0) return null;
  const wanted = Math.min(Math.max(0, offset), length - 1);
  let low = 0;
  let high = lane.tokenCount - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lane.ends.at(middle) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where a token's text begins, UTF-16 units. */
export function tokenStart(lane: Lane, token: number): number {
  return token === 0 ? 0 : lane.ends.at(token - 1);
}
