// The blocks that are drawn, by their element: from a point of the window to a token, and back.
import { tokenAt, tokenStart } from '#run/token.ts';
import { rectsOf, type HeatBlock } from './paint-heat.ts';

const blocks = new Map<Element, HeatBlock>();

/** Keeps what is drawn in an element; its newest state replaces older ones. */
export function rememberBlock(block: HeatBlock): void {
  blocks.set(block.box, block);
}

/** Forgets an element that is gone. */
export function forgetBlock(box: Element): void {
  blocks.delete(box);
}

/** A token of a lane, where it is drawn. */
interface DrawnToken {
  readonly block: HeatBlock;
  readonly token: number;
}

/** The token under a point of the window (CSS pixels); null beside the text. */
export function tokenUnder(x: number, y: number): DrawnToken | null {
  const caret = caretAt(x, y);
  const box = caret?.node.parentElement?.closest('[data-block]');
  const block = box ? blocks.get(box) : undefined;
  if (caret === null || block === undefined || caret.node !== block.node) return null;
  const found = tokenAt(block.lane, block.start + caret.offset);
  if (found === null) return null;
  // The caret falls on the nearer side of a character: the point itself decides between two neighbours.
  const near = [found, found - 1].filter((token) => token >= 0);
  const token = near.find((each) => rectsOf(block, each).some((rect) => contains(rect, x, y)));
  return token === undefined ? null : { block, token };
}

/**
 * Where a token is drawn: the first block of the lane that shows part of it, and for one without text at the end of all
 * the last block; null while its block is not drawn.
 */
export function drawnToken(root: Element, lane: HeatBlock['lane'], token: number): DrawnToken | null {
  const start = tokenStart(lane, token);
  let behind: DrawnToken | null = null;
  for (const block of blocks.values()) {
    if (block.lane !== lane || !root.contains(block.box)) continue;
    const end = block.start + block.length;
    if (start >= block.start && start < end) return { block, token };
    if (start === end) behind = { block, token };
  }
  return behind;
}

function contains(rect: DOMRect, x: number, y: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
}

export function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if (typeof document.caretPositionFromPoint === 'function') {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // Older browsers have the same under this name.
  const range = document.caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

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
