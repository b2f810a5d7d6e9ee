// Focused token by pointer, keyboard cursor or table, in that order.
import {
  useEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
} from 'react';
import type { Choice } from '#run/choice.ts';
import { drawnToken, tokenUnder, placeOf, reveal, type TokenPlace, cardWidth } from './blocks.ts';
import {
  focusToken,
  releaseToken,
  releaseChoice,
  pinToken,
  unpinToken,
  usePinnedToken,
  useFocusedToken,
  stepBySurprise,
} from './pinned-token.ts';

interface TokenFocus {
  readonly place: TokenPlace | null;
  /** Then it is announced to screen readers. */
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

/** Keys of `tokenAfterKey`; Enter and click pin the card, Escape unpins it. */
export function useTokenFocus(lane: Choice, root: RefObject<HTMLElement | null>): TokenFocus {
  const [hovered, setHovered] = useState<TokenPlace | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const cursorPlace = usePlace(lane, cursor, root);
  const [isStepping, setStepping] = useState(false);
  const shared = useSharedPlace(lane, root);
  const pinned = usePinnedToken((state) => (state.pinned?.lane === lane ? state.pinned.token : null));
  // No other view shows this choice's text.
  useEffect(() => () => releaseChoice(lane), [lane]);
  const at = cursor ?? pinned;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && at !== null) {
      event.preventDefault();
      // The first Escape closes the card, the second removes the cursor.
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

  // Ignore the click that ends a text selection.
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

/** null if the table's token is not of this choice. */
function useSharedPlace(lane: Choice, root: RefObject<HTMLElement | null>): TokenPlace | null {
  const [place, setPlace] = useState<TokenPlace | null>(null);
  const token = useFocusedToken(({ focused }) =>
    focused?.lane === lane && focused.by === 'table' ? focused.token : null,
  );
  useEffect(() => {
    if (token === null) return undefined;
    const show = () => {
      const drawn = root.current && drawnToken(root.current, lane, token);
      if (root.current === null || drawn === null) return;
      const found = placeOf(root.current, drawn);
      setPlace(found);
      reveal(root.current, found);
    };
    show();
    // Off-screen blocks get their true height only once near.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [lane, root, token]);
  return place?.token === token ? place : null;
}

/**
 * Measures again on resize, since off-screen blocks get their true height only once near.
 * @param token null for none
 * @param width of the card, CSS pixels
 */
export function usePlace(
  lane: Choice,
  token: number | null,
  text: RefObject<HTMLElement | null>,
  width = cardWidth,
): TokenPlace | null {
  const [place, setPlace] = useState<TokenPlace | null>(null);
  useLayoutEffect(() => {
    const root = text.current;
    if (root === null || token === null) return undefined;
    const measure = () => {
      const drawn = drawnToken(root, lane, token);
      const found = drawn && placeOf(root, drawn, Math.min(width, root.clientWidth));
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    return () => observer.disconnect();
  }, [lane, token, text, width]);
  return place?.token === token ? place : null;
}

/**
 * Arrow keys move by one token, Page keys by fifty, Home and End to the ends; `l` to the least likely, then the
 * next, `L` back.
 * @param cursor null before the first move
 * @param isStepping whether the previous key was `l` or `L`
 * @returns null for other keys
 */
export function tokenAfterKey(
  key: string,
  cursor: number | null,
  lane: Choice,
  isStepping: boolean,
): number | null {
  if (lane.tokenCount === 0) return null;
  const last = lane.tokenCount - 1;
  const from = isStepKey(key) && !isStepping ? null : cursor;
  const next = moves[key]?.(from, lane) ?? null;
  return next === null ? null : Math.min(last, Math.max(0, next));
}

function isStepKey(key: string): boolean {
  return key === 'l' || key === 'L';
}

const moves: Readonly<Record<string, (cursor: number | null, lane: Choice) => number | null>> = {
  ArrowRight: (cursor) => (cursor ?? -1) + 1,
  ArrowLeft: (cursor, lane) => (cursor ?? lane.tokenCount) - 1,
  PageDown: (cursor) => (cursor ?? -1) + 50,
  PageUp: (cursor, lane) => (cursor ?? lane.tokenCount) - 50,
  Home: () => 0,
  End: (_, lane) => lane.tokenCount - 1,
  l: (cursor, lane) => surprising(cursor, lane, 'next'),
  L: (cursor, lane) => (cursor === null ? null : surprising(cursor, lane, 'previous')),
};

function surprising(cursor: number | null, lane: Choice, direction: 'next' | 'previous'): number | null {
  const from = cursor === null ? null : { lane, token: cursor };
  return stepBySurprise([lane], from, direction)?.token ?? null;
}
