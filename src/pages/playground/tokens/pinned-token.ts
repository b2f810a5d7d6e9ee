// The token whose card stays: one in the whole page, until it is let go.
import { create } from 'zustand';
import type { Choice } from '#run/choice.ts';

/** Null while no card is pinned. */
export const usePinnedToken = create<{ readonly pinned: LaneToken | null }>(() => ({ pinned: null }));

/** Pins the card of a token; another one that was pinned is let go. */
export function pinToken({ lane, token }: LaneToken): void {
  usePinnedToken.setState({ pinned: { lane, token } });
}

/** Lets the card go. */
export function unpinToken(): void {
  usePinnedToken.setState({ pinned: null });
}

/** Lets go what is pinned or looked at in a lane whose text is not shown any more, and with it the lane. */
export function forgetLane(lane: Choice): void {
  if (usePinnedToken.getState().pinned?.lane === lane) unpinToken();
  if (useFocusedToken.getState().focused?.lane === lane) useFocusedToken.setState({ focused: null });
}

/** A token, and where a person looks at it. */
interface FocusedToken {
  readonly lane: Choice;
  readonly token: number;
  readonly by: 'text' | 'table';
}

/** Null while nothing is looked at. */
export const useFocusedToken = create<{ readonly focused: FocusedToken | null }>(() => ({ focused: null }));

/** Says that a token is looked at. */
export function focusToken(lane: Choice, token: number, by: FocusedToken['by']): void {
  useFocusedToken.setState({ focused: { lane, token, by } });
}

/** Says that it no longer is; what the other side looks at stays. */
export function releaseToken(by: FocusedToken['by']): void {
  if (useFocusedToken.getState().focused?.by === by) useFocusedToken.setState({ focused: null });
}

/** A token of one of several lanes. */
export interface LaneToken {
  readonly lane: Choice;
  readonly token: number;
}

/** `next` leads towards the likelier, `previous` back. */
export type StepDirection = 'next' | 'previous';

/**
 * The token that follows `from` when the tokens of all lanes are ranked from the least likely; of equals the earlier comes
 * first. Without `from`, or from a token without a usable logprob, it is the first of them. Null at the end of the ranking.
 * Only finite logprobs that are not above zero are ranked. Costs one pass and no memory.
 */
export function stepBySurprise(
  lanes: readonly Choice[],
  from: LaneToken | null,
  direction: StepDirection = 'next',
): LaneToken | null {
  const sign = direction === 'next' ? 1 : -1;
  const start = from && { logprob: from.lane.logprobs.at(from.token), lane: lanes.indexOf(from.lane) };
  const hasStart = start !== null && start.lane !== -1 && isRanked(start.logprob);
  let found: LaneToken | null = null;
  let best = 0;
  lanes.forEach((lane, place) => {
    const logprobs = lane.logprobs.view();
    for (let step = 0; step < logprobs.length; step += 1) {
      const token = sign === 1 ? step : logprobs.length - 1 - step;
      const logprob = logprobs[token] ?? Number.NaN;
      if (!isRanked(logprob)) continue;
      if (hasStart && !isBehind(logprob, place, token)) continue;
      const isBetter =
        found === null ||
        sign * (logprob - best) < 0 ||
        (sign === -1 && logprob === best && found.lane !== lane);
      if (!isBetter) continue;
      found = { lane, token };
      best = logprob;
    }
  });
  return found;

  function isBehind(logprob: number, place: number, token: number): boolean {
    if (start === null || from === null) return true;
    const difference = logprob - start.logprob || place - start.lane || token - from.token;
    return sign * difference > 0;
  }
}

function isRanked(logprob: number): boolean {
  return Number.isFinite(logprob) && logprob <= 0;
}
