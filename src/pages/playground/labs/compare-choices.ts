// First difference of two answers, and logprob drift.
import type { Choice } from '#run/choice.ts';
import { readToken, type TokenFacts, tokenStart } from '#run/token.ts';

interface FirstDifference {
  /** From 0. */
  readonly token: number;
  /** In the first answer; at most 60 characters. */
  readonly before: string;
  /** Null where that answer had ended. */
  readonly one: TokenFacts | null;
  readonly other: TokenFacts | null;
}

export interface ChoiceComparison {
  /** Null if all tokens are equal. */
  readonly difference: FirstDifference | null;
  /** Largest |Δ logprob| over the common beginning; null without logprobs in both. */
  readonly drift: { readonly size: number; readonly token: number } | null;
}

const contextLength = 60;

/** Ignores echoed prompts. Compares token ids, or texts where ids are missing. */
export function compareChoices(one: Choice, other: Choice): ChoiceComparison {
  const [from, otherFrom] = [one.promptTokenCount, other.promptTokenCount];
  const shared = Math.min(one.answerTokenCount, other.answerTokenCount);
  let drift: ChoiceComparison['drift'] = null;
  for (let token = 0; token < shared; token += 1) {
    const [at, otherAt] = [from + token, otherFrom + token];
    if (!isSameToken(one, at, other, otherAt)) return { difference: differenceAt(one, other, token), drift };
    const size = Math.abs(one.logprobs.at(at) - other.logprobs.at(otherAt));
    if (Number.isFinite(size) && size > (drift?.size ?? -1)) drift = { size, token };
  }
  const isSame = one.answerTokenCount === other.answerTokenCount;
  return { difference: isSame ? null : differenceAt(one, other, shared), drift };
}

function isSameToken(one: Choice, at: number, other: Choice, otherAt: number): boolean {
  const [id, otherId] = [one.ids.at(at), other.ids.at(otherAt)];
  if (!Number.isNaN(id) && !Number.isNaN(otherId)) return id === otherId;
  return readToken(one, at).text === readToken(other, otherAt).text;
}

function differenceAt(one: Choice, other: Choice, token: number): FirstDifference {
  const [at, otherAt] = [one.promptTokenCount + token, other.promptTokenCount + token];
  const start = at < one.tokenCount ? tokenStart(one, at) : one.text.length;
  return {
    token,
    before: one.text.slice(Math.max(0, start - contextLength), start),
    one: at < one.tokenCount ? readToken(one, at) : null,
    other: otherAt < other.tokenCount ? readToken(other, otherAt) : null,
  };
}
