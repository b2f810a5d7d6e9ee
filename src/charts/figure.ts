// Chart as shapes for export: SVG file or pixels.
import type { DenseAxis, DenseMark } from './DenseChart.tsx';
import type { DrawnLine, GapMark } from './dense-line.ts';
import {
  bandColumns,
  gapPaths,
  gapTop,
  maxRings,
  tracePoints,
  placeWords,
  thinMarks,
} from './paint-lines.ts';
import type { PlotColour, PlotColours } from './plot-colours.ts';
import { plotBox, type PlotBox, createScale, type PlotScale, tickCounts } from './plot-scale.ts';

/** CSS pixels from the figure's top left. */
export type Shape = PathShape | TextShape;

interface PathShape {
  readonly kind: 'path';
  readonly d: string;
  readonly stroke: PlotColour;
  readonly fill: PlotColour | null;
  readonly width: number;
  readonly opacity: number;
  readonly dash: readonly number[];
  /** Nothing is drawn outside. */
  readonly clip: PlotBox | null;
}

interface TextShape {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly colour: PlotColour;
  readonly font: FigureFont;
}

export interface FigureFont {
  readonly size: number;
  readonly weight: number;
  readonly isMono?: boolean;
}

const plain: FigureFont = { size: 11, weight: 400 };
const strong: FigureFont = { size: 11, weight: 650 };

interface FigureName {
  readonly text: string;
  readonly colour: PlotColour;
  readonly dash: readonly number[];
  /** A ring, as its points have, instead of a line. */
  readonly hasRing: boolean;
}

export interface FigurePlot {
  readonly title: string;
  readonly names: readonly FigureName[];
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly DrawnLine[];
  readonly gaps: readonly GapMark[];
  readonly marks: readonly DenseMark[];
  readonly x: DenseAxis;
  readonly y: DenseAxis;
}

/** Pixels of a title or legend line. */
const headHeight = 20;

/** In drawing order. */
export function plotShapes(plot: FigurePlot): readonly Shape[] {
  const head = headHeight * (1 + Math.max(0, ...placeNames(plot).map(({ line }) => line)));
  const inner = plotBox(plot.width, plot.height - head);
  const box = { ...inner, top: inner.top + plot.top + head };
  const x = createScale(plot.x.span, box.left, box.left + box.width);
  const y = createScale(plot.y.span, box.top + box.height, box.top, plot.y.isLog);
  return [
    ...headShapes(plot),
    ...axisShapes(plot, box, x, y),
    ...markShapes(plot, box, x),
    ...plot.lines.flatMap((line) => lineShapes(line, box, x, y)),
    ...gapShapes(plot.gaps, box, x),
  ];
}

function headShapes(plot: FigurePlot): Shape[] {
  return [
    label(plot.title, 8, plot.top + 14, 'start', 'text', strong),
    ...placeNames(plot).flatMap(({ text, colour, dash, hasRing, left, line }) => {
      const middle = plot.top + line * headHeight + 10;
      return [
        hasRing ? path(ring(left + 7, middle), colour, 1.5) : path(`M${left} ${middle}h14`, colour, 2, dash),
        label(text, left + 18, middle + 4, 'start', 'text'),
      ];
    }),
  ];
}

/** Generous. */
const letterPx = 6.4;

/** After the title, wrapped. */
function placeNames({ title, names, width }: FigurePlot) {
  let [left, line] = [8 + title.length * 7 + 16, 0];
  return names.map((name) => {
    const length = 18 + name.text.length * letterPx + 14;
    if (left + length > width && left > 8) [left, line] = [8, line + 1];
    const placed = { ...name, left, line };
    left += length;
    return placed;
  });
}

function axisShapes(
  { x: xAxis, y: yAxis, width }: FigurePlot,
  box: PlotBox,
  x: PlotScale,
  y: PlotScale,
): Shape[] {
  const bottom = box.top + box.height;
  const rows = yAxis.ticks(yAxis.span, tickCounts(box).y);
  const columns = xAxis.ticks(xAxis.span, tickCounts(box).x);
  return [
    ...rows.flatMap((tick) => {
      const text = yAxis.format(tick);
      // A long one is not cut by the picture's edge.
      const end = Math.max(text.length * letterPx, box.left - 6);
      return [
        path(`M${box.left} ${fixed(y.toPx(tick))}h${fixed(box.width)}`, 'line', 1),
        label(text, end, y.toPx(tick) + 4, 'end', 'faint'),
      ];
    }),
    path(`M${box.left} ${bottom}h${fixed(box.width)}`, 'edge', 1),
    ...columns.map((tick) => {
      const text = xAxis.format(tick);
      // The last one is not cut by the picture's edge.
      const middle = Math.min(x.toPx(tick), width - (text.length * letterPx) / 2);
      return label(text, middle, bottom + 16, 'middle', 'faint');
    }),
  ];
}

function markShapes({ marks }: FigurePlot, box: PlotBox, x: PlotScale): Shape[] {
  const wishes = marks.map((mark) => ({ ...mark, px: x.toPx(mark.x) - box.left }));
  const words = placeWords(wishes, box.width);
  return [
    ...thinMarks(wishes, box.width).map(({ px, isAlert }) =>
      path(`M${fixed(box.left + px)} ${box.top}v${box.height}`, isAlert ? 'bad' : 'faint', 1, [2, 3]),
    ),
    ...words.map(({ word, left, isLeftOfLine }) =>
      label(
        word,
        box.left + left + (isLeftOfLine ? -4 : 4),
        box.top - 6,
        isLeftOfLine ? 'end' : 'start',
        'faint',
      ),
    ),
  ];
}

function lineShapes({ look, parts, lower }: DrawnLine, box: PlotBox, x: PlotScale, y: PlotScale): Shape[] {
  return parts.flatMap((points, index): Shape[] => {
    const steps: string[] = [];
    const edge = lower[index];
    if (edge !== undefined) {
      // A figure's scales start at its corner, a band's columns at the plot.
      const own = createScale(x.span, 0, box.width);
      for (const { left, top, bottom } of bandColumns(points, edge, own, y, box.width))
        steps.push(`M${fixed(box.left + left + 0.5)} ${fixed(top)}V${fixed(bottom)}`);
    }
    const pen = {
      moveTo: (left: number, top: number) => steps.push(`M${fixed(left)} ${fixed(top)}`),
      lineTo: (left: number, top: number) => steps.push(`L${fixed(left)} ${fixed(top)}`),
    };
    if (edge === undefined) tracePoints(pen, points, x, y);
    if (steps.length === 0) return [];
    const { colour, width, opacity, dash } = look;
    const line = { ...path(steps.join(''), colour, width, dash), opacity, clip: box };
    if (!look.hasRings || points.x.length > maxRings) return [line];
    return [line, { ...line, d: rings(points, x, y, box), width: 1.5, dash: [], clip: null }];
  });
}

// Whole at the plot's ends, and none outside.
function rings(points: DrawnLine['parts'][number], x: PlotScale, y: PlotScale, box: PlotBox): string {
  return Array.from(points.x, (at, index) => {
    const [left, top] = [x.toPx(at) - box.left, y.toPx(points.y[index] ?? Number.NaN) - box.top];
    const isInside = left >= 0 && left <= box.width && top >= 0 && top <= box.height;
    return isInside ? ring(box.left + left, box.top + top) : '';
  }).join('');
}

function ring(left: number, top: number): string {
  return `M${fixed(left - 3.5)} ${fixed(top)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`;
}

function gapShapes(gaps: readonly GapMark[], box: PlotBox, x: PlotScale): Shape[] {
  return gaps.map(({ kind, x: at }) => {
    const [left, top] = [x.toPx(at), box.top + gapTop(kind, box.height)];
    return path(moved(gapPaths[kind], left, top), kind === 'not-positive' ? 'warn' : 'bad', 1.5);
  });
}

/** For paths of M and L with pairs of numbers only. */
function moved(d: string, left: number, top: number): string {
  return d.replaceAll(
    /([ML])(-?\d+) (-?\d+)/g,
    (_, letter: string, x: string, y: string) =>
      `${letter}${fixed(Number(x) + left)} ${fixed(Number(y) + top)}`,
  );
}

export function path(
  d: string,
  stroke: PlotColour,
  width: number,
  dash: readonly number[] = [],
  fill: PlotColour | null = null,
): PathShape {
  return { kind: 'path', d, stroke, fill, width, opacity: 1, dash, clip: null };
}

export function label(
  text: string,
  x: number,
  y: number,
  anchor: TextShape['anchor'],
  colour: PlotColour,
  font = plain,
): TextShape {
  return { kind: 'text', text, x, y, anchor, colour, font };
}

function fixed(px: number): string {
  return String(Math.round(px * 100) / 100);
}

interface FigurePaper {
  readonly width: number;
  readonly height: number;
  readonly colours: PlotColours;
}

export function figureToSvg(
  shapes: readonly Shape[],
  { width, height, colours, title }: FigurePaper & { readonly title: string },
): string {
  const clips = new Map<string, string>();
  const body = shapes.map((shape) => {
    if (shape.kind === 'text') {
      const { text, x, y, anchor, colour, font } = shape;
      const attributes = [
        `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${colours[colour]}"`,
        ...(font.size === plain.size ? [] : [`font-size="${font.size}"`]),
        ...(font.weight === plain.weight ? [] : [`font-weight="${font.weight}"`]),
        ...(font.isMono === true ? ['font-family="IBM Plex Mono, monospace"'] : []),
      ];
      return `<text ${attributes.join(' ')}>${escaped(text)}</text>`;
    }
    const { d, stroke, fill, width: thick, opacity, dash, clip } = shape;
    const attributes = [
      `d="${d}"`,
      `stroke="${colours[stroke]}"`,
      `stroke-width="${thick}"`,
      ...(fill === null ? [] : [`fill="${colours[fill]}"`]),
      ...(opacity < 1 ? [`opacity="${opacity}"`] : []),
      ...(dash.length > 0 ? [`stroke-dasharray="${dash.join(' ')}"`] : []),
      ...(clip === null ? [] : [`clip-path="url(#${clipId(clips, clip)})"`]),
    ];
    return `<path ${attributes.join(' ')}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="IBM Plex Sans, sans-serif" font-size="${plain.size}">`,
    `<title>${escaped(title)}</title>`,
    `<defs>${[...clips.values()].join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colours.panel}"/>`,
    `<g fill="none" stroke-linejoin="round">${body.join('\n')}</g>`,
    '</svg>\n',
  ].join('\n');
}

function clipId(clips: Map<string, string>, { left, top, width, height }: PlotBox): string {
  const id = `plot-${round(left)}-${round(top)}`;
  clips.set(
    id,
    `<clipPath id="${id}"><rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}"/></clipPath>`,
  );
  return id;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// XML forbids these even as references.
function escaped(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

function round(px: number): number {
  return Math.round(px * 100) / 100;
}

/** Without `local()` fallbacks: for one that the machine lacks, Chromium's `document.fonts.load` never ends. */
export function canvasFont({ size, weight, isMono }: FigureFont): string {
  const family = isMono === true ? "'IBM Plex Mono', monospace" : "'IBM Plex Sans Variable', sans-serif";
  return `${weight} ${size}px ${family}`;
}

/** File pixels per CSS pixel. */
const ratio = 2;

/** @throws Error where the browser has no canvas, e.g. out of memory */
export async function figureToPng(shapes: readonly Shape[], paper: FigurePaper): Promise<Blob> {
  const { width, height, colours } = paper;
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser provided no canvas.');
  context.scale(ratio, ratio);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(context, shape, paper);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser could not create the image.');
  return blob;
}

function paint(context: CanvasRenderingContext2D, shape: Shape, { colours }: FigurePaper) {
  context.save();
  if (shape.kind === 'text') {
    context.fillStyle = colours[shape.colour];
    context.font = canvasFont(shape.font);
    context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
    context.fillText(shape.text, shape.x, shape.y);
  } else {
    const { clip } = shape;
    if (clip !== null) {
      context.beginPath();
      context.rect(clip.left, clip.top, clip.width, clip.height);
      context.clip();
    }
    context.strokeStyle = colours[shape.stroke];
    context.globalAlpha = shape.opacity;
    context.lineWidth = shape.width;
    context.lineJoin = 'round';
    context.setLineDash([...shape.dash]);
    const outline = new Path2D(shape.d);
    if (shape.fill !== null) {
      context.fillStyle = colours[shape.fill];
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas
      context.fill(outline);
    }
    context.stroke(outline);
  }
  context.restore();
}
