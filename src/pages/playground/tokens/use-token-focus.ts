// Which token is looked at: the one under the pointer, else the one of the keyboard's cursor.
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import { drawnToken, tokenUnder } from './blocks.ts';
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
export function useTokenFocus(lane: Lane): TokenFocus {
  const [hovered, setHovered] = useState<TokenPlace | null>(null);
  const [cursor, setCursor] = useState<TokenPlace | null>(null);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || lane.tokenCount === 0) return;
    if (event.key === 'Escape' && cursor !== null) {
      event.preventDefault();
      setCursor(null);
      return;
    }
    const next = target(event.key, cursor?.token ?? null, lane);
    if (next === null) return;
    event.preventDefault();
    const drawn = drawnToken(event.currentTarget, lane, next);
    if (drawn === null) return;
    const place = placeOf(event.currentTarget, drawn);
    setCursor(place);
    reveal(event.currentTarget, place);
  }

  return {
    place: hovered ?? cursor,
    isByKeyboard: hovered === null && cursor !== null,
    handlers: {
      onPointerMove: (event) => {
        if (event.buttons !== 0) return;
        const drawn = tokenUnder(event.clientX, event.clientY);
        if (drawn?.token === hovered?.token) return;
        setHovered(drawn?.block.lane === lane ? placeOf(event.currentTarget, drawn) : null);
      },
      onPointerLeave: () => setHovered(null),
      onKeyDown: handleKey,
      onBlur: () => setCursor(null),
    },
  };
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
