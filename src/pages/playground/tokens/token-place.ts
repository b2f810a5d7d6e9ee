// Where a token stands inside its text, and where the card about it goes.
import type { DrawnToken } from './blocks.ts';
import { rectsOf } from './paint-heat.ts';

/** CSS pixels relative to the positioned element around the text. */
export interface TokenPlace {
  readonly token: number;
  readonly rects: readonly {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly card: { readonly left: number; readonly top: number };
}

/** Width of the card, CSS pixels. */
export const cardWidth = 300;

/** Measures a drawn token; a token without text has no rectangles, and its card stands at the end of its block. `wide`: the card's width. */
export function placeOf(root: Element, { block, token }: DrawnToken, wide = cardWidth): TokenPlace {
  const frame = root.getBoundingClientRect();
  const rects = rectsOf(block, token).map(({ left, top, width, height }) => ({
    left: left - frame.left,
    top: top - frame.top,
    width,
    height,
  }));
  const last = rects.at(-1);
  const bottom =
    last === undefined ? block.box.getBoundingClientRect().bottom - frame.top : last.top + last.height;
  const left = Math.max(0, Math.min(last?.left ?? 0, frame.width - wide));
  return { token, rects, card: { left, top: bottom + 6 } };
}

/** Moves the nearest scrolling box just as far as needed for the token and its card. */
export function reveal(root: HTMLElement, { rects, card }: TokenPlace): void {
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
