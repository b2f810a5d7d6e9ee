// The decision card as a picture: drawn line by line on a canvas, twice as fine as the screen, in the page's colours.
import type { Decision } from '#pricing/decision/decision.ts';
import { decisionCard } from '#pricing/decision/decision-card.ts';
import type { CardPaint } from './card-paint.ts';
import { drawCosts } from './draw-costs.ts';
import { wrapText } from './wrap-text.ts';

const width = 880;
const margin = 32;
const scale = 2;
const columnCount = 4;

/** A PNG of 1,760 pixels width, as high as it needs. @throws Error where the browser draws no canvas */
export async function drawCard(decision: Decision, paint: CardPaint): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  // A font that no text on the page has used yet would be drawn as another one. One that cannot be had is done without.
  await Promise.allSettled(fontsOf(paint).map((font) => document.fonts.load(font)));
  // The first time only measures: a canvas forgets everything when it gets its height.
  const height = paintCard(context, decision, paint);
  canvas.width = width * scale;
  canvas.height = Math.ceil(height) * scale;
  context.scale(scale, scale);
  context.fillStyle = paint.colour('bg');
  context.fillRect(0, 0, width, height);
  paintCard(context, decision, paint);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The picture could not be made.');
  return blob;
}

/** The page's own faces alone: Chromium waits for ever for a fallback of `local()` fonts that the machine lacks. */
function fontsOf({ sans, mono }: CardPaint): readonly string[] {
  const [ownSans = sans] = sans.split(',');
  const [ownMono = mono] = mono.split(',');
  return [
    `600 16px ${ownMono}`,
    `400 12px ${ownSans}`,
    `550 14px ${ownSans}`,
    `550 18px ${ownSans}`,
    `650 20px ${ownSans}`,
  ];
}

/** @returns the height that it took */
function paintCard(context: CanvasRenderingContext2D, decision: Decision, paint: CardPaint): number {
  const { title, day, verdict, answer, figures, prices, assumptions, warnings } = decisionCard(decision);
  const { colour, sans, mono } = paint;
  let y = margin;

  function write(text: string, font: string, lineHeight: number, name: 'text' | 'muted' | 'faint') {
    context.font = font;
    const lines = wrapText(text, width - 2 * margin, (part) => context.measureText(part).width);
    context.fillStyle = colour(name);
    for (const line of lines) {
      context.fillText(line, margin, y + lineHeight * 0.75);
      y += lineHeight;
    }
  }

  write(title, `600 16px ${mono}`, 24, 'text');
  y += 8;
  write(verdict, `550 18px ${sans}`, 26, 'text');
  if (answer !== null) write(answer, `550 14px ${sans}`, 22, 'text');
  for (const warning of warnings) write(warning, `550 14px ${sans}`, 22, 'text');
  y += 20;
  drawCosts(context, { x: margin, y, width: width - 2 * margin, height: 240 }, decision, paint);
  y += 240 + 28;
  for (let first = 0; first < figures.length; first += columnCount) {
    figures.slice(first, first + columnCount).forEach(({ label, text }, column) => {
      const x = margin + (column * (width - 2 * margin)) / columnCount;
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
  context.fillRect(margin, y, width - 2 * margin, 1);
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
