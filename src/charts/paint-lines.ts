// Canvas painter of dense lines; layout of marks and words.
import { upperBound } from '#lib/bisect.ts';
import type { DrawnPoints } from '#lib/decimate.ts';
import type { DrawnLine, LineColour, LineLook, GapKind, GapMark } from './dense-line.ts';
import type { PlotColours } from './plot-colours.ts';
import { createScale, type PlotScale } from './plot-scale.ts';

/** Lines with more points have none. */
export const maxRings = 300;

interface PaintFrame {
  readonly x: PlotScale;
  readonly y: PlotScale;
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  /** CSS pixels of a dense line's column. */
  readonly column: number;
}

/**
 * In order, on a cleared canvas in CSS pixels; only rings reach out of the plot. Lines with more points than
 * columns, and not few, are bars: stroking takes ten times as long, with round joins fifty times.
 */
export function paintLines(
  context: CanvasRenderingContext2D,
  lines: readonly DrawnLine[],
  frame: PaintFrame,
  colours: Readonly<Record<LineColour, string>>,
): void {
  const { x, y, width, height, column } = frame;
  for (const { look, parts, lower } of lines) {
    context.strokeStyle = colours[look.colour];
    context.fillStyle = colours[look.colour];
    context.globalAlpha = look.opacity;
    context.lineJoin = look.width === 1 ? 'bevel' : 'round';
    context.save();
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    for (const [index, points] of parts.entries()) {
      const edge = lower[index];
      if (edge !== undefined) {
        for (const { left, top, bottom } of bandColumns(points, edge, x, y, width))
          context.fillRect(left, top, 1, bottom - top);
        continue;
      }
      if (areBars(points.x.length, width / column)) {
        paintBars(context, points, frame, look);
        continue;
      }
      context.lineWidth = look.width;
      context.setLineDash([...look.dash]);
      context.beginPath();
      tracePoints(context, points, x, y);
      context.stroke();
    }
    context.restore();
    if (!look.hasRings) continue;
    for (const points of parts)
      if (points.x.length <= Math.min(maxRings, width / column))
        paintRings(context, points, frame, look.width);
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** On a narrow plot, bars of a few points would be stairs. */
export function areBars(pointCount: number, columns: number): boolean {
  return pointCount > Math.max(columns, 1_000);
}

// Neighbouring bars meet, so they cover what the line would.
function paintBars(
  context: CanvasRenderingContext2D,
  points: DrawnPoints,
  { x, y, width, column }: PaintFrame,
  look: LineLook,
): void {
  const columns = Math.ceil(width / column);
  const scale = createScale(x.span, 0, width / column);
  const { top, bottom } = columnSpans(points, scale, y, columns);
  const bar = Math.max(column, look.width);
  const [drawn = 1, left = 0] = look.dash;
  for (let index = 0; index < columns; index += 1) {
    const from = inReach(top[index] ?? Number.NaN);
    const to = inReach(bottom[index] ?? Number.NaN);
    const px = index * column;
    // Along a dense line a dash would be a dot, so dashes follow the axis.
    if (Number.isNaN(from) || px % (drawn + left) >= drawn) continue;
    context.fillRect(px - (bar - column) / 2, from - look.width / 2, bar, to - from + look.width);
  }
}

/**
 * Extent per pixel column.
 * @param width of the plot in pixels
 */
export function bandColumns(
  upper: DrawnPoints,
  lower: DrawnPoints,
  x: PlotScale,
  y: PlotScale,
  width: number,
): readonly { readonly left: number; readonly top: number; readonly bottom: number }[] {
  const columns = Math.ceil(width);
  const { top } = columnSpans(upper, x, y, columns);
  const { bottom } = columnSpans(lower, x, y, columns);
  return Array.from(top.keys(), (left) => ({
    left,
    top: inReach(top[left] ?? Number.NaN),
    bottom: inReach(bottom[left] ?? Number.NaN),
  })).filter((each) => each.bottom >= each.top);
}

/** A canvas, or the text of a path. */
interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Breaks at values that are not finite or not on the scale. */
export function tracePoints(pen: Pen, points: DrawnPoints, x: PlotScale, y: PlotScale): void {
  let isDown = false;
  for (let index = 0; index < points.x.length; index += 1) {
    const left = x.toPx(points.x[index] ?? Number.NaN);
    const top = inReach(y.toPx(points.y[index] ?? Number.NaN));
    if (Number.isNaN(left) || Number.isNaN(top)) isDown = false;
    else if (isDown) pen.lineTo(left, top);
    else {
      pen.moveTo(left, top);
      // Shows a point between two breaks.
      pen.lineTo(left + 0.5, top);
      isDown = true;
    }
  }
}

// A canvas loses precision far outside the plot.
function inReach(px: number): number {
  return Math.min(20_000, Math.max(-20_000, px));
}

function paintRings(
  context: CanvasRenderingContext2D,
  points: DrawnPoints,
  { x, y, width }: PaintFrame,
  lineWidth: number,
): void {
  context.setLineDash([]);
  context.lineWidth = Math.max(1.5, lineWidth);
  context.beginPath();
  for (let index = 0; index < points.x.length; index += 1) {
    const [left, top] = [x.toPx(points.x[index] ?? 0), inReach(y.toPx(points.y[index] ?? Number.NaN))];
    if (Number.isNaN(top) || left < 0 || left > width) continue;
    context.moveTo(left + 3.5, top);
    context.arc(left, top, 3.5, 0, 2 * Math.PI);
  }
  context.stroke();
}

/** Pixels per column; NaN without the line. */
interface ColumnSpans {
  readonly top: Float32Array;
  readonly bottom: Float32Array;
}

/**
 * Exactly what straight lines between the points cross.
 * @param points x never falls; a NaN ends the line
 * @param columns pixels from the plot's left; the rest is left out
 */
export function columnSpans(points: DrawnPoints, x: PlotScale, y: PlotScale, columns: number): ColumnSpans {
  const top = new Float32Array(columns).fill(Number.NaN);
  const bottom = new Float32Array(columns).fill(Number.NaN);
  const cover = (column: number, one: number, other: number) => {
    if (column < 0 || column >= columns) return;
    const [low, high] = one < other ? [one, other] : [other, one];
    if (!((top[column] ?? Number.NaN) <= low)) top[column] = low;
    if (!((bottom[column] ?? Number.NaN) >= high)) bottom[column] = high;
  };
  let left = Number.NaN;
  let height = Number.NaN;
  for (let index = 0; index < points.x.length; index += 1) {
    const right = x.toPx(points.x[index] ?? Number.NaN);
    const next = y.toPx(points.y[index] ?? Number.NaN);
    if (!Number.isNaN(right + next)) {
      if (Number.isNaN(left)) cover(Math.floor(right), next, next);
      else coverSegment(left, height, right, next);
      left = right;
      height = next;
    } else left = Number.NaN;
  }
  return { top, bottom };

  function coverSegment(fromX: number, fromY: number, toX: number, toY: number): void {
    const first = Math.floor(fromX);
    const last = Math.floor(toX);
    if (first === last) {
      cover(first, fromY, toY);
      return;
    }
    const heightAt = (px: number) => fromY + (toY - fromY) * Math.min(1, (px - fromX) / (toX - fromX));
    let before = fromY;
    // A neighbour may be a million columns outside.
    const begin = Math.max(first, -1);
    if (begin > first) before = heightAt(begin);
    for (let column = begin; column < Math.min(last, columns); column += 1) {
      const after = heightAt(column + 1);
      cover(column, before, after);
      before = after;
    }
    cover(last, before, toY);
  }
}

/** Half a mark's width in pixels. */
const reach = 4;

/** SVG paths around the middle, for canvas and file. */
export const gapPaths: Readonly<Record<GapKind, string>> = {
  nan: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`,
  infinite: `M${-reach} ${reach}L0 ${-reach}L${reach} ${reach}Z`,
  below: `M${-reach} ${-reach}L0 ${reach}L${reach} ${-reach}Z`,
  'not-positive': `M${-reach} ${-reach}L0 ${reach}L${reach} ${-reach}Z`,
};

/** Middle of a mark: what went up is at the top. */
export function gapTop(kind: GapKind, height: number): number {
  return kind === 'nan' || kind === 'infinite' ? reach + 2 : height - reach - 2;
}

/**
 * On a canvas in CSS pixels.
 * @param height of the plot
 */
export function paintGaps(
  context: CanvasRenderingContext2D,
  marks: readonly GapMark[],
  x: PlotScale,
  height: number,
  colours: PlotColours,
): void {
  context.lineWidth = 1.5;
  for (const { kind, x: at } of marks) {
    context.save();
    context.translate(x.toPx(at), gapTop(kind, height));
    context.strokeStyle = kind === 'not-positive' ? colours.warn : colours.bad;
    context.stroke(new Path2D(gapPaths[kind]));
    context.restore();
  }
}

interface PlacedWord {
  readonly id: string;
  readonly word: string;
  readonly left: number;
  readonly isLeftOfLine: boolean;
}

/** Higher `weight` comes first, then the order given. */
interface WordWish {
  readonly id: string;
  readonly word: string;
  /** From the left of the plot. */
  readonly px: number;
  readonly weight: number;
}

/** Average letter at 11 px, with air. */
const letterPx = 6.1;
const gapPx = 8;
/** Closer lines look like one. */
const samePx = 4;

/**
 * To the right of its line if there is room, else to the left; its last part if the whole has none. Never across
 * another's line, which could be taken for its own. One word is written once for several lines at one place.
 * @param width of the plot in pixels
 */
export function placeWords(wishes: readonly WordWish[], width: number): PlacedWord[] {
  const taken: (readonly [number, number])[] = [];
  const placed: PlacedWord[] = [];
  const order = wishes.toSorted((one, other) => other.weight - one.weight);
  const lines = Float64Array.from(wishes, ({ px }) => px).sort();
  const isFree = (from: number, to: number) =>
    from >= 0 &&
    to <= width &&
    !((lines[upperBound(lines, from + samePx)] ?? Infinity) < to - samePx) &&
    !taken.some(([start, end]) => from < end && start < to);
  for (const { id, word: whole, px } of order) {
    const isNamed = placed.some(({ word, left }) => word === whole && Math.abs(left - px) < samePx);
    if (px < 0 || px > width || isNamed) continue;
    const sides = [whole, whole.split(' · ').at(-1) ?? whole].flatMap((word) => {
      const length = word.length * letterPx + gapPx;
      return [px, px - length].map((from) => ({ word, from, to: from + length }));
    });
    const side = sides.find(({ from, to }) => isFree(from, to));
    if (side === undefined) continue;
    taken.push([side.from, side.to]);
    placed.push({ id, word: side.word, left: px, isLeftOfLine: side.from < px });
  }
  return placed.toSorted((one, other) => one.left - other.left);
}

/** Keeps an alert, else the heaviest, every few pixels: thousands of events must not become a wall. */
export function thinMarks<Mark extends WordWish & { readonly isAlert: boolean }>(
  marks: readonly Mark[],
  width: number,
): Mark[] {
  const byColumn = new Map<number, Mark>();
  for (const mark of marks) {
    if (mark.px < 0 || mark.px > width) continue;
    const column = Math.floor(mark.px / 4);
    const known = byColumn.get(column);
    const isHeavier = mark.isAlert === known?.isAlert ? mark.weight > known.weight : mark.isAlert;
    if (known === undefined || isHeavier) byColumn.set(column, mark);
  }
  return [...byColumn.values()].toSorted((one, other) => one.px - other.px);
}
