// Decision card as PNG.
import { formatCount } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import { periodInWords, costLines, trafficInSight } from './break-even.ts';
import { decisionCard } from './decision-card.ts';
import type { Decision } from './decision.ts';

const cardWidth = 880;
const margin = 32;
const scale = 2;
const columnCount = 4;

/** 1,760 pixels wide. @throws Error without a canvas */
export async function drawCard(decision: Decision, paint: CardPaint): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw images.');
  // A font not yet used on the page would fall back.
  await Promise.allSettled(fontsOf(paint).map((font) => document.fonts.load(font)));
  // Setting a canvas's height clears it: the first pass only measures.
  const height = paintCard(context, decision, paint);
  canvas.width = cardWidth * scale;
  canvas.height = Math.ceil(height) * scale;
  context.scale(scale, scale);
  context.fillStyle = paint.colour('bg');
  context.fillRect(0, 0, cardWidth, height);
  paintCard(context, decision, paint);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The image could not be created.');
  return blob;
}

/** Chromium waits forever for a `local()` fallback font that the machine lacks. */
function fontsOf({ sans, mono }: CardPaint): readonly string[] {
  const [ownSans = sans] = sans.split(',');
  const [ownMono = mono] = mono.split(',');
  return [`600 16px ${ownMono}`, `400 12px ${ownSans}`, `550 14px ${ownSans}`, `650 20px ${ownSans}`];
}

/** @returns the height used */
function paintCard(context: CanvasRenderingContext2D, decision: Decision, paint: CardPaint): number {
  const { title, day, headline, verdict, figures, prices, assumptions, warnings } = decisionCard(decision);
  const { colour, sans, mono } = paint;
  let y = margin;

  function write(text: string, font: string, lineHeight: number, name: 'text' | 'muted' | 'faint') {
    context.font = font;
    const lines = wrapText(text, cardWidth - 2 * margin, (part) => context.measureText(part).width);
    context.fillStyle = colour(name);
    for (const line of lines) {
      context.fillText(line, margin, y + lineHeight * 0.75);
      y += lineHeight;
    }
  }

  write(headline, `650 20px ${sans}`, 28, 'text');
  y += 4;
  write(title, `600 16px ${mono}`, 24, 'muted');
  y += 4;
  if (verdict !== null) write(verdict, `550 14px ${sans}`, 22, 'text');
  for (const warning of warnings) write(warning, `550 14px ${sans}`, 22, 'text');
  y += 20;
  drawCosts(context, { x: margin, y, width: cardWidth - 2 * margin, height: 240 }, decision, paint);
  y += 240 + 28;
  for (let first = 0; first < figures.length; first += columnCount) {
    figures.slice(first, first + columnCount).forEach(({ label, text }, column) => {
      const x = margin + (column * (cardWidth - 2 * margin)) / columnCount;
      context.font = `650 20px ${sans}`;
      context.fillStyle = colour('text');
      context.fillText(text, x, y + 16);
      context.font = `12px ${sans}`;
      context.fillStyle = colour('muted');
      context.fillText(label, x, y + 36);
    });
    y += 58;
  }
  context.fillStyle = colour('line');
  context.fillRect(margin, y, cardWidth - 2 * margin, 1);
  y += 16;
  for (const price of prices) write(price, `12px ${sans}`, 18, 'muted');
  write(`Assumed: ${assumptions.join(' · ')}.`, `12px ${sans}`, 18, 'muted');
  y += 8;
  write(
    `Inferdeck · prices read ${day}${warnings.length > 0 ? ' · not an offer' : ''}`,
    `12px ${sans}`,
    18,
    'faint',
  );
  return y + margin - 8;
}

const names = ['bg', 'raised', 'line', 'edge', 'text', 'muted', 'faint', 'series-1', 'series-2'] as const;

interface CardPaint {
  readonly colour: (name: (typeof names)[number]) => string;
  readonly sans: string;
  readonly mono: string;
}

export function readCardPaint(): CardPaint {
  const probe = document.createElement('code');
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colours = new Map(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, style.color] as const;
    }),
  );
  const mono = style.fontFamily;
  probe.remove();
  return {
    colour: (name) => colours.get(name) ?? 'gray',
    sans: getComputedStyle(document.body).fontFamily,
    mono,
  };
}

/** @param measure width in the final font */
export function wrapText(text: string, width: number, measure: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const sign of word) {
      if (line !== '' && measure(line + sign) > width) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
  }
  return [...lines, line];
}

/** CSS pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function drawCosts(
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
    write('cannot serve', x + width, floor - 8, 'muted');
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
    write(formatCount(crossing.x), atX(crossing.x) - 24, atY(crossing.y) - 12, 'text');
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
