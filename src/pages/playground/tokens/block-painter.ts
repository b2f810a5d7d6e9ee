// Keeps the heat of one block painted: when its text grows, comes near the window, changes its width, or the theme turns.
import type { Lane } from '#pages/playground/lane.ts';
import { forgetBlock, rememberBlock } from './blocks.ts';
import { watchEmberColours } from './ember-colours.ts';
import { paintHeat } from './paint-heat.ts';

/** Distance to the window at which a block counts as near. */
const nearness = '400px';

/** Paints one block, outside React. */
export interface BlockPainter {
  /** Begins with the elements of the block: the box holds the canvas and, last, one text node. @returns the way to end */
  attach: (box: HTMLElement, canvas: HTMLCanvasElement) => () => void;
  /** The text has grown, or heat was switched. */
  update: (isHeated: boolean) => void;
}

/** @param start offset of the block in the lane's text */
export function createBlockPainter(lane: Lane, start: number): BlockPainter {
  let parts: { readonly box: HTMLElement; readonly canvas: HTMLCanvasElement } | null = null;
  let isNear = false;
  let isHeated = false;
  let painted = 0;

  function paint(from: number): void {
    const node = parts?.box.lastChild;
    if (parts === null || !(node instanceof Text)) return;
    const block = { ...parts, lane, start, length: node.length, node };
    rememberBlock(block);
    if (isHeated && isNear) painted = paintHeat(block, from);
  }

  function handleNearness(entries: readonly IntersectionObserverEntry[]): void {
    isNear = entries.at(-1)?.isIntersecting ?? false;
    if (isNear) paint(0);
    else if (parts) empty(parts.canvas);
  }

  return {
    attach(box, canvas) {
      parts = { box, canvas };
      const repaint = () => paint(0);
      const near = new IntersectionObserver(handleNearness, { rootMargin: nearness });
      let width = box.clientWidth;
      const size = new ResizeObserver(() => {
        if (box.clientWidth === width) return;
        width = box.clientWidth;
        repaint();
      });
      near.observe(box);
      size.observe(box);
      const endWatching = watchEmberColours(repaint);
      paint(0);
      return () => {
        near.disconnect();
        size.disconnect();
        endWatching();
        forgetBlock(box);
        parts = null;
      };
    },
    update(heated) {
      const from = heated === isHeated ? painted : 0;
      isHeated = heated;
      paint(from);
    },
  };
}

// A canvas without size holds no memory.
function empty(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
