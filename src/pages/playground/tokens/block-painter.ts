// Keeps the heat of one block painted: when its text grows, comes near the window, changes its width, or the theme turns.
import type { Lane } from '#pages/playground/lane.ts';
import { forgetBlock, rememberBlock } from './blocks.ts';
import { watchEmberColours } from './ember-colours.ts';
import type { Marks } from './marks.ts';
import { paintHeat } from './paint-heat.ts';
import { watchBox } from './watch-boxes.ts';

/** Paints one block, outside React. */
export interface BlockPainter {
  /** Begins with the elements of the block: the box holds the canvas and, last, one text node. @returns the way to end */
  attach: (box: HTMLElement, canvas: HTMLCanvasElement) => () => void;
  /** The text has grown, or marks were switched: the same object paints only what is new, another one everything. */
  update: (marks: Marks) => void;
}

/** @param start offset of the block in the lane's text */
export function createBlockPainter(lane: Lane, start: number): BlockPainter {
  let parts: { readonly box: HTMLElement; readonly canvas: HTMLCanvasElement } | null = null;
  let isNear = false;
  let shown: Marks = { heat: false, stalls: false };
  let painted = 0;

  function paint(from: number): void {
    const node = parts?.box.lastChild;
    if (parts === null || !(node instanceof Text)) return;
    const block = { ...parts, lane, start, length: node.length, node };
    rememberBlock(block);
    if (isNear && isPainted(lane, shown)) painted = paintHeat(block, from, shown);
  }

  function handleNearness(near: boolean): void {
    isNear = near;
    if (isNear) paint(0);
    else if (parts) empty(parts.canvas);
  }

  return {
    attach(box, canvas) {
      parts = { box, canvas };
      const repaint = () => paint(0);
      const endBox = watchBox(box, { onNear: handleNearness, onWidth: repaint });
      const endWatching = watchEmberColours(repaint);
      paint(0);
      return () => {
        endBox();
        endWatching();
        forgetBlock(box);
        parts = null;
      };
    },
    update(marks) {
      const from = marks === shown ? painted : 0;
      shown = marks;
      paint(from);
    },
  };
}

/** Whether anything is painted behind a lane's text. */
export function isPainted({ promptLength }: Lane, { heat, stalls }: Marks): boolean {
  return heat || stalls || promptLength > 0;
}

// A canvas without size holds no memory. Setting a size costs something even where it has none.
function empty(canvas: HTMLCanvasElement): void {
  if (canvas.width === 0) return;
  canvas.width = 0;
  canvas.height = 0;
}
