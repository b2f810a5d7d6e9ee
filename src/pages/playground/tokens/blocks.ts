// Rendered text blocks: hit test and geometry.
import { tokenAt, tokenStart } from '#run/token.ts';
import { rectsOf, type HeatBlock } from './paint-heat.ts';

const blocks = new Map<Element, HeatBlock>();

export function rememberBlock(block: HeatBlock): void {
  blocks.set(block.box, block);
}

export function forgetBlock(box: Element): void {
  blocks.delete(box);
}

interface DrawnToken {
  readonly block: HeatBlock;
  readonly token: number;
}

/** Client CSS pixels; null beside the text. */
export function tokenUnder(x: number, y: number): DrawnToken | null {
  const caret = caretAt(x, y);
  const box = caret?.node.parentElement?.closest('[data-block]');
  const block = box ? blocks.get(box) : undefined;
  if (caret === null || block === undefined || caret.node !== block.node) return null;
  const found = tokenAt(block.choice, block.start + caret.offset);
  if (found === null) return null;
  // The caret snaps to the nearer edge.
  const near = [found, found - 1].filter((token) => token >= 0);
  const token = near.find((each) => rectsOf(block, each).some((rect) => contains(rect, x, y)));
  return token === undefined ? null : { block, token };
}

/** Null while not rendered. A token without text at the end belongs to the last block. */
export function drawnToken(root: Element, choice: HeatBlock['choice'], token: number): DrawnToken | null {
  const start = tokenStart(choice, token);
  let behind: DrawnToken | null = null;
  for (const block of blocks.values()) {
    if (block.choice !== choice || !root.contains(block.box)) continue;
    const end = block.start + block.length;
    if (start >= block.start && start < end) return { block, token };
    if (start === end) behind = { block, token };
  }
  return behind;
}

/** With the space between lines, which a finger often meets. */
function contains(rect: DOMRect, x: number, y: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top - lineGap && y <= rect.bottom + lineGap;
}

/** CSS pixels. */
const lineGap = 6;

function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if (typeof document.caretPositionFromPoint === 'function') {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // For older browsers.
  const range = document.caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

/** CSS pixels, relative to the positioned element. */
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

/** CSS pixels. */
export const cardWidth = 300;

/** A token without text has no rectangles; its card goes to the end of the block. */
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

/** As little as possible, in the nearest `[data-scroll]`. */
export function reveal(root: HTMLElement, { rects, card }: TokenPlace): void {
  const top = root.getBoundingClientRect().top + (rects[0]?.top ?? card.top);
  const scroller = root.closest('[data-scroll]');
  if (scroller === null) return;
  const frame = scroller.getBoundingClientRect();
  const below = top + cardRoom - frame.bottom;
  const above = top - frame.top - margin;
  if (above < 0) scroller.scrollBy({ top: above });
  else if (below > 0) scroller.scrollBy({ top: below });
  // On a phone a lab scrolls around it.
  scroller.scrollIntoView({ block: 'nearest' });
}

/** Token line and card, CSS pixels. */
const cardRoom = 130;
const margin = 24;
