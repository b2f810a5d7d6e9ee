// Paints the differences of a block of text onto the canvas behind it.
import { emberColours, inkColour } from '#pages/playground/tokens/heat.ts';
import { fitCanvas } from '#pages/playground/tokens/paint-heat.ts';
import type { AlignedPart } from './align.ts';
import { differenceMark } from './difference-look.ts';
import { partsWithin } from './part-at.ts';

/** A drawn part of the text: its element holds a canvas and, last, one text node. */
export interface PartsBlock {
  readonly box: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly node: Text;
  /** Offset of the block in the text, UTF-16 units. */
  readonly start: number;
}

/** Radius of a part's corners, CSS pixels. */
const radius = 2;

/** Paints all of the block anew. */
export function paintParts(block: PartsBlock, parts: readonly AlignedPart[]): void {
  const { box, canvas, node, start } = block;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const frame = box.getBoundingClientRect();
  fitCanvas(canvas, frame);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, frame.width, frame.height);
  const { first, end } = partsWithin(parts, start, start + node.length);
  for (const part of parts.slice(first, end)) {
    const mark = differenceMark(part.difference);
    if (mark === null) continue;
    context.fillStyle = mark.kind === 'heat' ? (emberColours()[mark.stop - 1] ?? '') : inkColour();
    for (const { left, top, bottom, width, height } of rectsOf(block, part)) {
      const [x, y] = [left - frame.left, top - frame.top];
      context.beginPath();
      if (mark.kind === 'heat') context.roundRect(x, y, width, height, radius);
      else context.rect(x, bottom - frame.top - 1, width, mark.thickness);
      context.fill();
    }
  }
}

/** The rectangles of what the block shows of a part, in CSS pixels of the window. */
export function rectsOf(
  { node, start }: Pick<PartsBlock, 'node' | 'start'>,
  part: AlignedPart,
): readonly DOMRect[] {
  const from = Math.max(0, part.start - start);
  const to = Math.min(node.length, part.end - start);
  if (from >= to) return [];
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return [...range.getClientRects()];
}
