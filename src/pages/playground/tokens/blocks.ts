// The blocks that are drawn, by their element: from a point of the window to a token, and back.
import { tokenAt, tokenStart } from './locate.ts';
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
export interface DrawnToken {
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
