// The break-even chart as a picture: both lines, the crossing, what cannot be served, and the traffic that was read.
import { formatCount } from '#lib/format.ts';
import { costLines, trafficInSight } from '#pricing/decision/cost-lines.ts';
import type { Decision } from '#pricing/decision/decision.ts';
import { periodInWords } from '#pricing/decision/reckon.ts';
import { formatDollars } from '#pricing/money.ts';
import type { CardPaint } from './card-paint.ts';

/** A place on the canvas, in CSS pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Fills the box; words stand inside of it. */
export function drawCosts(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  decision: Decision,
  { colour, sans }: CardPaint,
): void {
  const end = trafficInSight(decision);
  const { serverless, dedicated, crossing, cannotServeFrom } = costLines(decision, end);
  const top = Math.max(
    0.01,
    ...[serverless, dedicated].flatMap((line) => line?.map((point) => point.y) ?? []),
  );
  const floor = y + height - 18;
  const atX = (value: number) => x + (value / end) * width;
  const atY = (value: number) => floor - (value / (top * 1.08)) * (floor - y);
  const write = (
    text: string,
    left: number,
    base: number,
    name: 'text' | 'muted' | 'series-1' | 'series-2',
  ) => {
    context.font = `12px ${sans}`;
    context.fillStyle = colour(name);
    const room = context.measureText(text).width;
    context.fillText(text, Math.max(x, Math.min(x + width - room, left)), base);
  };

  if (cannotServeFrom !== null) {
    context.fillStyle = colour('raised');
    context.fillRect(atX(cannotServeFrom), y, x + width - atX(cannotServeFrom), floor - y);
    write('cannot serve', atX(cannotServeFrom) + 8, floor - 8, 'muted');
  }
  stroke(context, colour('edge'), 1, [
    [x, floor],
    [x + width, floor],
  ]);
  const series = [
    [serverless, 'series-1', 'serverless'],
    [dedicated, 'series-2', 'dedicated'],
  ] as const;
  for (const [line, name, word] of series) {
    if (line === null) continue;
    stroke(
      context,
      colour(name),
      2,
      line.map((point) => [atX(point.x), atY(point.y)]),
    );
    const last = line.at(-1);
    if (last) write(word, x + width, Math.max(y + 10, atY(last.y) - 6), name);
  }
  const { traffic, period } = decision.terms;
  stroke(
    context,
    colour('muted'),
    1,
    [
      [atX(traffic), y],
      [atX(traffic), floor],
    ],
    [2, 3],
  );
  if (crossing !== null) {
    context.beginPath();
    context.arc(atX(crossing.x), atY(crossing.y), 4.5, 0, 2 * Math.PI);
    context.fillStyle = colour('bg');
    context.fill();
    context.strokeStyle = colour('text');
    context.lineWidth = 2;
    context.stroke();
    write(formatCount(Math.round(crossing.x)), atX(crossing.x) - 24, atY(crossing.y) - 12, 'text');
  }
  write('0', x, y + height - 2, 'muted');
  write(`${formatCount(end)} tokens/min`, x + width, y + height - 2, 'muted');
  write(`${formatDollars(top)} ${periodInWords(period)}`, x, y + 10, 'muted');
}

function stroke(
  context: CanvasRenderingContext2D,
  colour: string,
  width: number,
  points: readonly (readonly [number, number])[],
  dashes: readonly number[] = [],
): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.setLineDash([...dashes]);
  context.stroke();
  context.setLineDash([]);
}
