// Canvas painter of text differences.
import type { CSSProperties } from 'react';
import { bisect } from '#lib/bisect.ts';
import type { AlignedPart } from './align.ts';
import { emberColours, inkColour, heatStop } from '#pages/playground/tokens/heat.ts';
import { fitCanvas } from '#pages/playground/tokens/paint-heat.ts';

/** Its element holds a canvas and, last, one text node. */
interface PartsBlock {
  readonly box: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly node: Text;
  /** UTF-16 offset in the text. */
  readonly start: number;
}

/** CSS pixels. */
const radius = 2;

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

/** CSS pixels of the window. */
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

/** @param offset UTF-16 units */
export function partAt(parts: readonly AlignedPart[], offset: number): number | null {
  const position = firstEndingBehind(parts, offset);
  const part = parts[position];
  return part === undefined || part.start > offset ? null : position;
}

/** Parts that overlap `[from, to)`; the end is exclusive. */
export function partsWithin(
  parts: readonly AlignedPart[],
  from: number,
  to: number,
): { readonly first: number; readonly end: number } {
  const first = firstEndingBehind(parts, from);
  let end = first;
  while ((parts[end]?.start ?? to) < to) end += 1;
  return { first, end };
}

/** Parts are sorted and do not overlap. */
function firstEndingBehind(parts: readonly AlignedPart[], offset: number): number {
  return bisect(0, parts.length, (index) => (parts[index]?.end ?? 0) > offset);
}

/** Telling them apart must not need color. */
type DifferenceMark =
  /** Heat stop, from 1. */
  | { readonly kind: 'heat'; readonly stop: number }
  /** CSS pixels. */
  | { readonly kind: 'line'; readonly thickness: number };

/** Null if negligible or unknown. */
function differenceMark(difference: number | null): DifferenceMark | null {
  const stop = difference === null ? 0 : heatStop(-Math.abs(difference));
  if (stop === 0 || difference === null) return null;
  return difference > 0 ? { kind: 'heat', stop } : { kind: 'line', thickness: Math.ceil(stop / 2) };
}

export function differenceLook(difference: number): CSSProperties | undefined {
  const mark = differenceMark(difference);
  if (mark === null) return undefined;
  if (mark.kind === 'heat') return { backgroundColor: `var(--ember-${mark.stop})` };
  return {
    textDecorationLine: 'underline',
    textDecorationColor: 'var(--text)',
    textDecorationSkipInk: 'none',
    textDecorationThickness: `${mark.thickness}px`,
    textUnderlineOffset: '3px',
  };
}
