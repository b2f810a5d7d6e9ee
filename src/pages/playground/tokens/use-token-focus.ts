// Focused token: pointer, keyboard or table.
import {
  useEffect,
  useRef,
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
  /** Announced to screen readers. */
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

/** Enter and click pin the card, Escape unpins it. */
export function useTokenFocus(
  choice: Choice,
  root: RefObject<HTMLElement | null>,
  canPin: boolean,
): TokenFocus {
  const [hovered, setHovered] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [isStepping, setStepping] = useState(false);
  const shared = useSharedToken(choice, root);
  const pinned = usePinnedToken((state) => (state.pinned?.choice === choice ? state.pinned.token : null));
  // No other view shows this text.
  useEffect(() => () => releaseChoice(choice), [choice]);
  const at = cursor ?? pinned;
  const place = usePlace(choice, hovered ?? cursor ?? shared, root);
  const aimed = useRef<number | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && at !== null) {
      event.preventDefault();
      // The first Escape closes the card.
      if (pinned !== null) return unpinToken();
      setCursor(null);
      return releaseToken('text');
    }
    if (event.key === 'Enter' && at !== null && canPin) {
      event.preventDefault();
      return pinToken({ choice, token: at });
    }
    const next = tokenAfterKey(event.key, at, choice, isStepping);
    if (event.key !== 'Shift') setStepping(isStepKey(event.key));
    if (next === null) return;
    event.preventDefault();
    const drawn = drawnToken(event.currentTarget, choice, next);
    if (drawn === null) return;
    setCursor(next);
    focusToken(choice, next, 'text');
    if (pinned !== null) pinToken({ choice, token: next });
    reveal(event.currentTarget, placeOf(event.currentTarget, drawn));
  }

  // Later, so that the pointer can cross other tokens to the card.
  function hoverSoon(token: number | null, afterMs = restMs) {
    if (token === aimed.current && afterMs > 0) return;
    aimed.current = token;
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      setHovered(token);
      if (token === null) releaseToken('text');
      else focusToken(choice, token, 'text');
    }, afterMs);
  }

  // Ignores the click that ends a text selection.
  function handleClick(event: MouseEvent<HTMLElement>) {
    if (!canPin) return;
    if (isInCard(event.target)) return place && pinToken({ choice, token: place.token });
    if (getSelection()?.isCollapsed === false) return;
    const drawn = tokenUnder(event.clientX, event.clientY);
    if (drawn?.block.choice === choice) pinToken({ choice, token: drawn.token });
    else unpinToken();
  }

  return {
    place,
    isByKeyboard: hovered === null && cursor !== null,
    handlers: {
      onPointerMove: (event) => {
        // The card would cover the text being selected.
        if (event.buttons !== 0) return hoverSoon(null, 0);
        // The card stays while the pointer is in it.
        if (isInCard(event.target)) return hoverSoon(hovered);
        const drawn = tokenUnder(event.clientX, event.clientY);
        hoverSoon(drawn?.block.choice === choice ? drawn.token : null);
      },
      onPointerLeave: () => hoverSoon(null),
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

/** Until the token under the pointer is shown. */
const restMs = 80;

function isInCard(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-card]') !== null;
}

/** Revealed. Null if the table's token is not of this choice. */
function useSharedToken(choice: Choice, root: RefObject<HTMLElement | null>): number | null {
  const token = useFocusedToken(({ focused }) =>
    focused?.choice === choice && focused.by === 'table' ? focused.token : null,
  );
  useEffect(() => {
    if (token === null) return undefined;
    const show = () => {
      const drawn = root.current && drawnToken(root.current, choice, token);
      if (root.current && drawn) reveal(root.current, placeOf(root.current, drawn));
    };
    show();
    // Off-screen blocks get their true height only once near.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [choice, root, token]);
  return token;
}

/**
 * Measures again on resize, since off-screen blocks get their true height late.
 * @param width of the card, CSS pixels
 */
export function usePlace(
  choice: Choice,
  token: number | null,
  text: RefObject<HTMLElement | null>,
  width = cardWidth,
): TokenPlace | null {
  const [place, setPlace] = useState<TokenPlace | null>(null);
  useLayoutEffect(() => {
    const root = text.current;
    if (root === null || token === null) return undefined;
    const measure = () => {
      const drawn = drawnToken(root, choice, token);
      const found = drawn && placeOf(root, drawn, Math.min(width, root.clientWidth));
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    return () => observer.disconnect();
  }, [choice, token, text, width]);
  return place?.token === token ? place : null;
}

/**
 * Arrow keys move by one token, Page keys by fifty, Home and End to the ends; `l` to the least likely, then
 * the next, `L` back.
 * @param isStepping after `l` or `L`
 * @returns null for other keys
 */
export function tokenAfterKey(
  key: string,
  cursor: number | null,
  choice: Choice,
  isStepping: boolean,
): number | null {
  if (choice.tokenCount === 0) return null;
  const last = choice.tokenCount - 1;
  const from = isStepKey(key) && !isStepping ? null : cursor;
  const next = moves[key]?.(from, choice) ?? null;
  return next === null ? null : Math.min(last, Math.max(0, next));
}

function isStepKey(key: string): boolean {
  return key === 'l' || key === 'L';
}

const moves: Readonly<Record<string, (cursor: number | null, choice: Choice) => number | null>> = {
  ArrowRight: (cursor) => (cursor ?? -1) + 1,
  ArrowLeft: (cursor, choice) => (cursor ?? choice.tokenCount) - 1,
  PageDown: (cursor) => (cursor ?? -1) + 50,
  PageUp: (cursor, choice) => (cursor ?? choice.tokenCount) - 50,
  Home: () => 0,
  End: (_, choice) => choice.tokenCount - 1,
  l: (cursor, choice) => surprising(cursor, choice, 'next'),
  L: (cursor, choice) => (cursor === null ? null : surprising(cursor, choice, 'previous')),
};

function surprising(cursor: number | null, choice: Choice, direction: 'next' | 'previous'): number | null {
  const from = cursor === null ? null : { choice, token: cursor };
  return stepBySurprise([choice], from, direction)?.token ?? null;
}
