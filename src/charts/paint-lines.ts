// Paints dense lines on a canvas.
import type { DrawnPoints } from '#lib/decimate.ts';
import { columnSpans } from './column-spans.ts';
import type { DrawnLine, LineColour, LineLook } from './dense-line.ts';
import { createScale, type PlotScale } from './plot-scale.ts';

/** Rings are drawn on a line of at most so many points. */
export const mostRings = 300;

/** Where lines are painted. */
export interface PaintFrame {
  readonly x: PlotScale;
  readonly y: PlotScale;
  /** CSS pixels of the plot. */
  readonly width: number;
  /** CSS pixels of a column of a dense line. */
  readonly column: number;
}

/**
 * Draws each line in order, the last on top. The canvas has been cleared and scaled to CSS pixels. A line with more points
 * than the plot has columns is painted as bars: stroking it takes ten times as long, with round joins fifty times.
 */
export function paintLines(
  context: CanvasRenderingContext2D,
  lines: readonly DrawnLine[],
  frame: PaintFrame,
  colours: Readonly<Record<LineColour, string>>,
): void {
  const { x, y, width, column } = frame;
  for (const { look, parts } of lines) {
    context.strokeStyle = colours[look.colour];
    context.fillStyle = colours[look.colour];
    context.globalAlpha = look.opacity;
    context.lineJoin = look.width === 1 ? 'bevel' : 'round';
    for (const points of parts) {
      if (points.x.length > width / column) {
        paintBars(context, points, frame, look);
        continue;
      }
      context.lineWidth = look.width;
      context.setLineDash([...look.dash]);
      context.beginPath();
      tracePoints(context, points, x, y);
      context.stroke();
      if (look.hasRings && points.x.length <= mostRings) paintRings(context, points, x, y, look.width);
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

// The bars of neighbouring columns meet: what they cover is the line, with its ends smoothed above and below.
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
    // Where a line goes up and down in every column, a dash along it would be a dot: it is one along the axis.
    if (Number.isNaN(from) || px % (drawn + left) >= drawn) continue;
    context.fillRect(px - (bar - column) / 2, from - look.width / 2, bar, to - from + look.width);
  }
}

/** What a line is traced on: a canvas, or the text of a path. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Moves the pen along the points; where a value is not finite, or not on the scale, the line breaks. */
export function tracePoints(pen: Pen, points: DrawnPoints, x: PlotScale, y: PlotScale): void {
  let isDown = false;
  for (let index = 0; index < points.x.length; index += 1) {
    const left = x.toPx(points.x[index] ?? Number.NaN);
    const top = inReach(y.toPx(points.y[index] ?? Number.NaN));
    if (Number.isNaN(left) || Number.isNaN(top)) isDown = false;
    else if (isDown) pen.lineTo(left, top);
    else {
      pen.moveTo(left, top);
      // A point between two breaks would leave no trace.
      pen.lineTo(left + 0.5, top);
      isDown = true;
    }
  }
}

// Far outside the plot a canvas loses precision, and the line with it.
function inReach(px: number): number {
  return Math.min(20_000, Math.max(-20_000, px));
}

function paintRings(
  context: CanvasRenderingContext2D,
  points: DrawnPoints,
  x: PlotScale,
  y: PlotScale,
  width: number,
): void {
  context.setLineDash([]);
  context.lineWidth = Math.max(1.5, width);
  context.beginPath();
  for (let index = 0; index < points.x.length; index += 1) {
    const [left, top] = [x.toPx(points.x[index] ?? 0), inReach(y.toPx(points.y[index] ?? Number.NaN))];
    if (Number.isNaN(top)) continue;
    context.moveTo(left + 3.5, top);
    context.arc(left, top, 3.5, 0, 2 * Math.PI);
  }
  context.stroke();
}
