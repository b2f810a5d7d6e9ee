// Which token is looked at: the one under the pointer, else the one of the keyboard's cursor, else the table's.
import {
  useEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import { drawnToken, tokenUnder } from './blocks.ts';
import { focusToken, releaseToken } from './focused-token.ts';
import { forgetLane, pinToken, unpinToken, usePinnedToken } from './pinned-token.ts';
import { isStepKey, tokenAfterKey } from './token-keys.ts';
import { placeOf, reveal, type TokenPlace } from './token-place.ts';
import { usePlace } from './use-place.ts';
import { useSharedPlace } from './use-shared-place.ts';

/** The looked-at token, and the handlers that a container of blocks needs. */
export interface TokenFocus {
  readonly place: TokenPlace | null;
  /** Whether the keyboard chose it: then it is read aloud. */
  readonly isByKeyboard: boolean;
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly 'data-keys': 'tokens';
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onBlur: () => void;
  };
}

/** Keys are those of `tokenAfterKey`; Enter and a click pin the card of the token, Escape lets go. */
export function useTokenFocus(lane: Lane, root: RefObject<HTMLElement | null>): TokenFocus {
  const [hovered, setHovered] = useState<TokenPlace | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const cursorPlace = usePlace(lane, cursor, root);
  const [isStepping, setStepping] = useState(false);
  const shared = useSharedPlace(lane, root);
  const pinned = usePinnedToken((state) => (state.pinned?.lane === lane ? state.pinned.token : null));
  // No other place shows the text of this lane: what is looked at in it is not any more once that is gone.
  useEffect(() => () => forgetLane(lane), [lane]);
  const at = cursor ?? pinned;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && at !== null) {
      event.preventDefault();
      // The card goes first, the cursor by the next press.
      if (pinned !== null) return unpinToken();
      setCursor(null);
      return releaseToken('text');
    }
    if (event.key === 'Enter' && at !== null) {
      event.preventDefault();
      return pinToken({ lane, token: at });
    }
    const next = tokenAfterKey(event.key, at, lane, isStepping);
    if (event.key !== 'Shift') setStepping(isStepKey(event.key));
    if (next === null) return;
    event.preventDefault();
    const drawn = drawnToken(event.currentTarget, lane, next);
    if (drawn === null) return;
    setCursor(next);
    focusToken(lane, next, 'text');
    if (pinned !== null) pinToken({ lane, token: next });
    reveal(event.currentTarget, placeOf(event.currentTarget, drawn));
  }

  // A press that selects text is not a wish for a card.
  function handleClick(event: MouseEvent<HTMLElement>) {
    if (getSelection()?.isCollapsed === false) return;
    const drawn = tokenUnder(event.clientX, event.clientY);
    if (drawn?.block.lane === lane) pinToken({ lane, token: drawn.token });
    else unpinToken();
  }

  return {
    place: hovered ?? cursorPlace ?? shared,
    isByKeyboard: hovered === null && cursor !== null,
    handlers: {
      onPointerMove: (event) => {
        if (event.buttons !== 0) return;
        const drawn = tokenUnder(event.clientX, event.clientY);
        if (drawn?.token === hovered?.token) return;
        if (drawn?.block.lane === lane) focusToken(lane, drawn.token, 'text');
        else releaseToken('text');
        setHovered(drawn?.block.lane === lane ? placeOf(event.currentTarget, drawn) : null);
      },
      onPointerLeave: () => {
        setHovered(null);
        releaseToken('text');
      },
      onClick: handleClick,
      'data-keys': 'tokens',
      onKeyDown: handleKey,
      onBlur: () => {
        setCursor(null);
        releaseToken('text');
      },
    },
  };
}
