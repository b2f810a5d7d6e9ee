// The most surprising spans of a text: windows of a few tokens by their mean surprise, none over another.
import { whyLeftOut, type ScoredToken } from '#pages/playground/labs/score/score.ts';

/** Tokens in a row. */
export interface Span {
  /** Position of the first token, and behind the last. */
  readonly from: number;
  readonly to: number;
  /** Mean surprise of the tokens that count, nats. */
  readonly surprise: number;
  /** The most surprising of its tokens. */
  readonly peak: number;
}

/**
 * The spans with the highest mean surprise, most surprising first. A window counts where at least half of its tokens do.
 * @param width tokens of a window; a shorter text is one window
 */
export function surprisingSpans(
  tokens: readonly ScoredToken[],
  width: number,
  most: number,
): readonly Span[] {
  if (tokens.length === 0) return [];
  const length = Math.min(width, tokens.length);
  const windows: Span[] = [];
  for (let to = length; to <= tokens.length; to += 1) {
    const span = readSpan(tokens, to - length, to);
    if (span !== null) windows.push(span);
  }
  const chosen: Span[] = [];
  const isTaken = new Uint8Array(tokens.length);
  for (const span of windows.toSorted((one, other) => other.surprise - one.surprise)) {
    if (chosen.length === most) break;
    if (isTaken[span.from] === 1 || isTaken[span.to - 1] === 1) continue;
    isTaken.fill(1, span.from, span.to);
    chosen.push(span);
  }
  return chosen;
}

function readSpan(tokens: readonly ScoredToken[], from: number, to: number): Span | null {
  let sum = 0;
  let count = 0;
  let peak = from;
  let highest = -1;
  for (let position = from; position < to; position += 1) {
    const logprob = tokens[position]?.logprob ?? null;
    if (logprob === null || whyLeftOut(logprob) !== null) continue;
    sum -= logprob;
    count += 1;
    if (-logprob > highest) {
      highest = -logprob;
      peak = position;
    }
  }
  return count * 2 < to - from || count === 0 ? null : { from, to, surprise: sum / count, peak };
}
