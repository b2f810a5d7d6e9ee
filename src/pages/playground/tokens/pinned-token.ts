// Pinned token, focused token, surprise steps.
import { create } from 'zustand';
import type { Choice } from '#run/choice.ts';

/** At most one in the page. */
export const usePinnedToken = create<{ readonly pinned: ChoiceToken | null }>(() => ({ pinned: null }));

export function pinToken({ choice, token }: ChoiceToken): void {
  usePinnedToken.setState({ pinned: { choice, token } });
}

export function unpinToken(): void {
  usePinnedToken.setState({ pinned: null });
}

/** Frees the memory of a choice no longer shown. */
export function releaseChoice(choice: Choice): void {
  if (usePinnedToken.getState().pinned?.choice === choice) unpinToken();
  if (useFocusedToken.getState().focused?.choice === choice) useFocusedToken.setState({ focused: null });
}

interface FocusedToken {
  readonly choice: Choice;
  readonly token: number;
  readonly by: 'text' | 'table';
}

export const useFocusedToken = create<{ readonly focused: FocusedToken | null }>(() => ({ focused: null }));

export function focusToken(choice: Choice, token: number, by: FocusedToken['by']): void {
  useFocusedToken.setState({ focused: { choice, token, by } });
}

/** A no-op if the other view set the focus. */
export function releaseToken(by: FocusedToken['by']): void {
  if (useFocusedToken.getState().focused?.by === by) useFocusedToken.setState({ focused: null });
}

export interface ChoiceToken {
  readonly choice: Choice;
  readonly token: number;
}

/** `next` goes towards the more likely. */
export type StepDirection = 'next' | 'previous';

/**
 * By rising probability over all choices, ties by position. Starts over without `from` or its logprob; null
 * at the end. Ranks finite logprobs ≤ 0 only.
 */
export function stepBySurprise(
  choices: readonly Choice[],
  from: ChoiceToken | null,
  direction: StepDirection = 'next',
): ChoiceToken | null {
  const sign = direction === 'next' ? 1 : -1;
  const start = from && {
    logprob: from.choice.logprobs.at(from.token),
    choice: choices.indexOf(from.choice),
  };
  const hasStart = start !== null && start.choice !== -1 && isRanked(start.logprob);
  let found: ChoiceToken | null = null;
  let best = 0;
  choices.forEach((choice, place) => {
    const logprobs = choice.logprobs.view();
    for (let step = 0; step < logprobs.length; step += 1) {
      const token = sign === 1 ? step : logprobs.length - 1 - step;
      const logprob = logprobs[token] ?? Number.NaN;
      if (!isRanked(logprob)) continue;
      if (hasStart && !isBehind(logprob, place, token)) continue;
      const isBetter =
        found === null ||
        sign * (logprob - best) < 0 ||
        (sign === -1 && logprob === best && found.choice !== choice);
      if (!isBetter) continue;
      found = { choice, token };
      best = logprob;
    }
  });
  return found;

  function isBehind(logprob: number, place: number, token: number): boolean {
    if (start === null || from === null) return true;
    const difference = logprob - start.logprob || place - start.choice || token - from.token;
    return sign * difference > 0;
  }
}

function isRanked(logprob: number): boolean {
  return Number.isFinite(logprob) && logprob <= 0;
}
