// Which token is looked at: the one under the pointer, else the one of the keyboard's cursor, else the table's.
import { useEffect, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import { drawnToken, tokenUnder } from './blocks.ts';
import { focusToken, releaseToken, useFocusedToken } from './focused-token.ts';
import { leastLikely } from './token-facts.ts';
import { placeOf, type TokenPlace } from './token-place.ts';

/** The looked-at token, and the handlers that a container of blocks needs. */
export interface TokenFocus {
  readonly place: TokenPlace | null;
  /** Whether the keyboard chose it: then it is read aloud. */
  readonly isByKeyboard: boolean;
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onBlur: () => void;
  };
}

/** Arrow keys move by a token, Page keys by fifty, Home and End to the ends, `l` to the least likely; Escape lets go. */
export function useTokenFocus(lane: Lane, root: RefObject<HTMLElement | null>): TokenFocus {
  const [hovered, setHovered] = useState<TokenPlace | null>(null);
  const [cursor, setCursor] = useState<TokenPlace | null>(null);
  const shared = useSharedPlace(lane, root);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || lane.tokenCount === 0) return;
    if (event.key === 'Escape' && cursor !== null) {
      event.preventDefault();
      setCursor(null);
      releaseToken('text');
      return;
    }
    const next = target(event.key, cursor?.token ?? null, lane);
    if (next === null) return;
    event.preventDefault();
    const drawn = drawnToken(event.currentTarget, lane, next);
    if (drawn === null) return;
    const place = placeOf(event.currentTarget, drawn);
    setCursor(place);
    focusToken(lane, next, 'text');
    reveal(event.currentTarget, place);
  }

  return {
    place: hovered ?? cursor ?? shared,
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
      onKeyDown: handleKey,
      onBlur: () => {
        setCursor(null);
        releaseToken('text');
      },
    },
  };
}

/** The place of the token that is looked at in the table; it is brought into view. */
function useSharedPlace(lane: Lane, root: RefObject<HTMLElement | null>): TokenPlace | null {
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
    // Blocks that were far away get their true height once they are near: measured again when they have it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [lane, root, token]);
  return place?.token === token ? place : null;
}

// The nearest scrolling box is moved just as far as needed for the token and its card.
function reveal(root: HTMLElement, { rects, card }: TokenPlace): void {
  const top = root.getBoundingClientRect().top + (rects[0]?.top ?? card.top);
  const scroller = root.closest('[data-scroll]');
  if (scroller === null) return;
  const frame = scroller.getBoundingClientRect();
  const below = top + cardRoom - frame.bottom;
  const above = top - frame.top - margin;
  if (above < 0) scroller.scrollBy({ top: above });
  else if (below > 0) scroller.scrollBy({ top: below });
}

/** Room for the token's line and the card under it, and the space kept above, CSS pixels. */
const cardRoom = 130;
const margin = 24;

function target(key: string, cursor: number | null, lane: Lane): number | null {
  const last = lane.tokenCount - 1;
  const moves: Readonly<Record<string, number | null>> = {
    ArrowRight: (cursor ?? -1) + 1,
    ArrowLeft: (cursor ?? lane.tokenCount) - 1,
    PageDown: (cursor ?? -1) + 50,
    PageUp: (cursor ?? lane.tokenCount) - 50,
    Home: 0,
    End: last,
    l: leastLikely(lane),
  };
  const next = moves[key] ?? null;
  return next === null ? null : Math.min(last, Math.max(0, next));
}
