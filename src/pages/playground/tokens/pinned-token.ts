// The token whose card stays: one in the whole page, until it is let go.
import { create } from 'zustand';
import type { Lane } from '#pages/playground/lane.ts';
import { useFocusedToken } from './focused-token.ts';
import type { LaneToken } from './surprise-steps.ts';

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
export function forgetLane(lane: Lane): void {
  if (usePinnedToken.getState().pinned?.lane === lane) unpinToken();
  if (useFocusedToken.getState().focused?.lane === lane) useFocusedToken.setState({ focused: null });
}
