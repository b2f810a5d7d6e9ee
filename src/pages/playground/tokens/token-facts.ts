// What is known of one token, for the card beside it and for the table of tokens.
import type { Lane } from '#pages/playground/lane.ts';
import { tokenStart } from './locate.ts';

/** One token in full. */
export interface TokenFacts {
  readonly token: number;
  /** null where the service sent none. */
  readonly id: number | null;
  /** A special token shows its own text, which is not part of the output. */
  readonly text: string;
  readonly isSpecial: boolean;
  /** Natural logarithm as sent; null where there was none. */
  readonly logprob: number | null;
  /** 0 to 1; null where the logprob is missing or above zero, which no probability has. */
  readonly probability: number | null;
  /** Milliseconds since the run started. */
  readonly arrivedMs: number;
  /** Milliseconds since the token before; null for the first. */
  readonly gapMs: number | null;
}

/** Reads a token's columns. @throws RangeError when the lane has no such token */
export function readToken(lane: Lane, token: number): TokenFacts {
  const id = lane.ids.at(token);
  const logprob = lane.logprobs.at(token);
  const arrivedMs = lane.arrivals.at(token);
  const special = lane.specials.get(token);
  return {
    token,
    id: Number.isNaN(id) ? null : id,
    text: special ?? lane.text.slice(tokenStart(lane, token), lane.ends.at(token)),
    isSpecial: special !== undefined,
    logprob: Number.isNaN(logprob) ? null : logprob,
    probability: logprob <= 0 ? Math.exp(logprob) : null,
    arrivedMs,
    gapMs: token === 0 ? null : arrivedMs - lane.arrivals.at(token - 1),
  };
}

/** exp of the mean surprise of the tokens up to and with this one; null while none has a usable logprob. */
export function perplexityUpTo(lane: Lane, token: number): number | null {
  let sum = 0;
  let count = 0;
  for (const logprob of lane.logprobs.view().subarray(0, token + 1)) {
    if (!Number.isFinite(logprob) || logprob > 0) continue;
    sum -= logprob;
    count += 1;
  }
  return count === 0 ? null : Math.exp(sum / count);
}

/** The token with the lowest finite logprob; of equals the first; null where no token has one. */
export function leastLikely(lane: Lane): number | null {
  let found: number | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  lane.logprobs.view().forEach((logprob, token) => {
    if (!Number.isFinite(logprob) || logprob > 0 || logprob >= lowest) return;
    lowest = logprob;
    found = token;
  });
  return found;
}
