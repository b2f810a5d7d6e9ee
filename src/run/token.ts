// Token facts, lookup by offset, prompts cut at a token.
import { upperBound } from '#lib/bisect.ts';
import { wellFormed, surrogateSafeEnd } from '#lib/unicode.ts';
import type { Choice } from './choice.ts';

export interface TokenFacts {
  readonly token: number;
  readonly id: number | null;
  /** A special token's text is not part of the output. */
  readonly text: string;
  readonly isSpecial: boolean;
  /** Natural logarithm as sent. */
  readonly logprob: number | null;
  /** Null if the logprob is missing or above zero. */
  readonly probability: number | null;
  /** Since the run started. */
  readonly arrivedMs: number;
  /** Null for the first. */
  readonly gapMs: number | null;
}

/** @throws RangeError for an unknown token */
export function readToken(choice: Choice, token: number): TokenFacts {
  const id = choice.ids.at(token);
  const logprob = choice.logprobs.at(token);
  const arrivedMs = choice.arrivals.at(token);
  const special = choice.specials.get(token);
  return {
    token,
    id: Number.isNaN(id) ? null : id,
    text: special ?? choice.text.slice(tokenStart(choice, token), choice.ends.at(token)),
    isSpecial: special !== undefined,
    logprob: Number.isNaN(logprob) ? null : logprob,
    probability: logprob <= 0 ? Math.exp(logprob) : null,
    arrivedMs,
    gapMs: token === 0 ? null : arrivedMs - choice.arrivals.at(token - 1),
  };
}

/** exp of the mean −logprob, with this token. */
export function perplexityUpTo(choice: Choice, token: number): number | null {
  let sum = 0;
  let count = 0;
  for (const logprob of choice.logprobs.view().subarray(0, token + 1)) {
    if (!Number.isFinite(logprob) || logprob > 0) continue;
    sum -= logprob;
    count += 1;
  }
  return count === 0 ? null : Math.exp(sum / count);
}

/** By finite logprob. */
export function leastLikely(choice: Choice): number | null {
  let found: number | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  choice.logprobs.view().forEach((logprob, token) => {
    if (!Number.isFinite(logprob) || logprob > 0 || logprob >= lowest) return;
    lowest = logprob;
    found = token;
  });
  return found;
}

/** Never a token without text. Past the end the last one. @param offset UTF-16 units */
export function tokenAt(choice: Choice, offset: number): number | null {
  const length = choice.text.length;
  if (length === 0) return null;
  const wanted = Math.min(Math.max(0, offset), length - 1);
  return Math.min(upperBound(choice.ends.view(), wanted), choice.tokenCount - 1);
}

/** UTF-16 offset. */
export function tokenStart(choice: Choice, token: number): number {
  return token === 0 ? 0 : choice.ends.at(token - 1);
}

type Prefix = { readonly ok: true; readonly prompt: string } | { readonly ok: false; readonly why: string };

/** Has an echoed prompt only once. Not ok inside a surrogate pair, which some models' tokens split. */
export function prefixOf(prompt: string, choice: Choice, offset: number): Prefix {
  const whole = upTo(prompt, choice, offset);
  return endsInHalf(whole)
    ? { ok: false, why: 'The text before this point ends in the middle of a character.' }
    : { ok: true, prompt: whole };
}

/** Without a trailing half of a surrogate pair, which no request could carry. */
export function continuedPrompt(prompt: string, choice: Choice, offset: number): string {
  const whole = upTo(prompt, choice, offset);
  return wellFormed(whole.slice(0, surrogateSafeEnd(whole, whole.length)));
}

function upTo(prompt: string, choice: Choice, offset: number): string {
  const { promptLength, text } = choice;
  return offset < promptLength ? text.slice(0, offset) : prompt + text.slice(promptLength, offset);
}

/** Of a surrogate pair. */
export function endsInHalf(text: string): boolean {
  return surrogateSafeEnd(text, text.length) < text.length;
}
