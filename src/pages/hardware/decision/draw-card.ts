// Decision card as PNG.
import { canvasFont, figureToPng, label, path, type FigureFont, type Shape } from '#charts/figure.ts';
import { fileColours, type PlotColour } from '#charts/plot-colours.ts';
import { formatCount } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import { periodInWords, costLines, trafficInSight } from './break-even.ts';
import { decisionCard, type MonthFigure } from './decision-card.ts';
import type { Decision } from './decision.ts';

const cardWidth = 880;
const margin = 32;
const innerWidth = cardWidth - 2 * margin;
const columnCount = 4;

const fonts = {
  small: { size: 12, weight: 400 },
  medium: { size: 14, weight: 550 },
  mono: { size: 16, weight: 600, isMono: true },
  large: { size: 20, weight: 650 },
} as const;

/** 1,760 pixels wide. @throws Error without a canvas */
export async function drawCard(decision: Decision, month: readonly MonthFigure[]): Promise<Blob> {
  // A font not yet used on the page would fall back.
  await Promise.allSettled(Object.values(fonts).map((font) => document.fonts.load(canvasFont(font))));
  const { shapes, height } = cardShapes(decisionCard(decision, month), decision);
  return figureToPng(shapes, { width: cardWidth, height, colours: fileColours(null) });
}

function cardShapes(
  card: ReturnType<typeof decisionCard>,
  decision: Decision,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const { title, day, lines, figures, prices, assumptions, warnings } = card;
  const ruler = new OffscreenCanvas(1, 1).getContext('2d');
  const shapes: Shape[] = [];
  let y = margin;

  function write(text: string, font: FigureFont, lineHeight: number, colour: PlotColour) {
    if (ruler !== null) ruler.font = canvasFont(font);
    for (const line of wrapText(text, innerWidth, (part) => ruler?.measureText(part).width ?? 0)) {
      shapes.push(label(line, margin, y + lineHeight * 0.75, 'start', colour, font));
      y += lineHeight;
    }
  }

  const [headline = '', ...rest] = lines;
  write(headline, fonts.large, 28, 'text');
  y += 4;
  write(title, fonts.mono, 24, 'muted');
  y += 4;
  for (const line of [...rest, ...warnings]) write(line, fonts.medium, 22, 'text');
  y += 28;
  shapes.push(...costShapes(decision, y, y + 222));
  y += 240 + 28;
  for (let first = 0; first < figures.length; first += columnCount) {
    for (const [column, { label: name, text }] of figures.slice(first, first + columnCount).entries()) {
      const x = margin + (column * innerWidth) / columnCount;
      shapes.push(label(text, x, y + 16, 'start', 'text', fonts.large));
      shapes.push(label(name, x, y + 36, 'start', 'muted', fonts.small));
    }
    y += 58;
  }
  shapes.push(path(`M${margin} ${y + 0.5}h${innerWidth}`, 'line', 1));
  y += 16;
  for (const price of prices) write(price, fonts.small, 18, 'muted');
  write(`Assumed: ${assumptions.join(' · ')}.`, fonts.small, 18, 'muted');
  y += 8;
  const isOffer = warnings.length === 0;
  write(`Inferdeck · prices read ${day}${isOffer ? '' : ' · not an offer'}`, fonts.small, 18, 'faint');
  return { shapes, height: Math.ceil(y + margin - 8) };
}

/** Exported for its test. */
export function costShapes(decision: Decision, top: number, floor: number): readonly Shape[] {
  const { traffic, period, isExample } = decision.terms;
  const end = trafficInSight(decision);
  const { serverless, dedicated, crossing, cannotServeFrom } = costLines(decision, end);
  const most = Math.max(0.01, ...[...(serverless ?? []), ...(dedicated ?? [])].map((point) => point.y));
  const right = margin + innerWidth;
  const atX = (value: number) => margin + (value / end) * innerWidth;
  const atY = (value: number) => floor - (value / (most * 1.08)) * (floor - top);
  const note = (text: string, anchor: 'start' | 'end', y: number, x = anchor === 'start' ? margin : right) =>
    label(text, x, y, anchor, 'muted', fonts.small);
  // Beside the traffic where it would run through them.
  const namesEnd = atX(traffic) > right - 80 ? atX(traffic) - 6 : right;
  const mostStart = atX(traffic) < margin + 190 ? atX(traffic) + 6 : margin;
  const nameAt = (text: string, y: number, colour: PlotColour) =>
    label(text, namesEnd, y, 'end', colour, fonts.small);
  const endOf = (points: NonNullable<typeof serverless>) => atY(points.at(-1)?.y ?? 0);
  const line = (name: string, points: typeof serverless, colour: PlotColour) => {
    if (points === null) return [];
    const [own, other] = [endOf(points), endOf((points === serverless ? dedicated : serverless) ?? [])];
    const nameY = own > other && own - other < 14 ? own + 15 : Math.max(top + 10, own - 6);
    const d = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${atX(x)} ${atY(y)}`).join('');
    return [path(d, colour, 2), nameAt(name, nameY, colour)];
  };
  const shapes: Shape[] = [];
  if (cannotServeFrom !== null) {
    const area = `M${atX(cannotServeFrom)} ${top}H${right}V${floor}H${atX(cannotServeFrom)}Z`;
    shapes.push(path(area, 'raised', 1, [], 'raised'), nameAt('cannot serve', floor - 8, 'muted'));
  }
  shapes.push(
    path(`M${margin} ${atY(most)}H${right}`, 'line', 1),
    path(`M${margin} ${floor}H${right}`, 'edge', 1),
    ...line('serverless', serverless, 'series-1'),
    ...line('dedicated', dedicated, 'series-2'),
    path(`M${atX(traffic)} ${top}V${floor}`, 'muted', 1, [2, 3]),
  );
  if (crossing !== null) {
    const [x, y] = [atX(crossing.x), atY(crossing.y)];
    shapes.push(
      path(`M${x - 4.5} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0`, 'text', 2, [], 'panel'),
      // Room for half of a long count at either end.
      label(
        formatCount(crossing.x),
        Math.min(right - 32, Math.max(margin + 32, x)),
        y - 12,
        'middle',
        'text',
        fonts.small,
      ),
    );
  }
  // Where no other note is.
  const trafficNoteY = traffic < end / 2 ? floor + 16 : top - 6;
  return [
    ...shapes,
    label(
      isExample === true ? 'example traffic' : 'your traffic',
      Math.min(right - 40, Math.max(margin + 56, atX(traffic))),
      trafficNoteY,
      'middle',
      'muted',
      fonts.small,
    ),
    note('0', 'start', floor + 16),
    note(`${formatCount(end)} tokens/min`, 'end', floor + 16),
    // Beside the traffic it would read as its cost.
    note(`highest: ${formatDollars(most)} ${periodInWords(period)}`, 'start', atY(most) - 4, mostStart),
  ];
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
