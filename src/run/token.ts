// What is known of one token, for the card beside it and for the table of tokens.
import { wellFormed, wholeEnd } from '#lib/surrogate-safe.ts';
import type { Choice } from './choice.ts';

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
export function readToken(lane: Choice, token: number): TokenFacts {
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
export function perplexityUpTo(lane: Choice, token: number): number | null {
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
export function leastLikely(lane: Choice): number | null {
  let found: number | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  lane.logprobs.view().forEach((logprob, token) => {
    if (!Number.isFinite(logprob) || logprob > 0 || logprob >= lowest) return;
    lowest = logprob;
    found = token;
  });
  return found;
}

/**
 * The token that holds the character at `offset` (UTF-16 units): the first whose end lies behind it. Tokens without text
 * are never found. Behind the text it is the last token with text; null for a lane without text.
 */
export function tokenAt(lane: Choice, offset: number): number | null {
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
export function tokenStart(lane: Choice, token: number): number {
  return token === 0 ? 0 : lane.ends.at(token - 1);
}

/** A prompt, or a sentence that says why there is none. */
type Prefix = { readonly ok: true; readonly prompt: string } | { readonly ok: false; readonly why: string };

/**
 * Prompt and answer up to `offset` of the lane's text (UTF-16 units); an echoed prompt is not repeated. There is no such
 * prompt between the two halves of a character: tokens of some models split one.
 */
export function prefixOf(prompt: string, lane: Choice, offset: number): Prefix {
  const whole = upTo(prompt, lane, offset);
  return endsInHalf(whole)
    ? { ok: false, why: 'The text before this place ends in half of a character.' }
    : { ok: true, prompt: whole };
}

/** The same for going on from there: half of a character at the end is left out, because no request could carry it. */
export function continuedPrompt(prompt: string, lane: Choice, offset: number): string {
  const whole = upTo(prompt, lane, offset);
  return wellFormed(whole.slice(0, wholeEnd(whole, whole.length)));
}

function upTo(prompt: string, lane: Choice, offset: number): string {
  const { promptLength, text } = lane;
  return offset < promptLength ? text.slice(0, offset) : prompt + text.slice(promptLength, offset);
}

/** Whether the last UTF-16 unit is the first half of a pair. */
export function endsInHalf(text: string): boolean {
  return wholeEnd(text, text.length) < text.length;
}
