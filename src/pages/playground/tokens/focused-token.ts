// The token that is looked at, shared by the text and the table: looked at in one, marked in the other.
import { create } from 'zustand';
import type { Lane } from '#pages/playground/lane.ts';

/** A token, and where a person looks at it. */
interface FocusedToken {
  readonly lane: Lane;
  readonly token: number;
  readonly by: 'text' | 'table';
}

/** Null while nothing is looked at. */
export const useFocusedToken = create<{ readonly focused: FocusedToken | null }>(() => ({ focused: null }));

/** Says that a token is looked at. */
export function focusToken(lane: Lane, token: number, by: FocusedToken['by']): void {
  useFocusedToken.setState({ focused: { lane, token, by } });
}

/** Says that it no longer is; what the other side looks at stays. */
export function releaseToken(by: FocusedToken['by']): void {
  if (useFocusedToken.getState().focused?.by === by) useFocusedToken.setState({ focused: null });
}
