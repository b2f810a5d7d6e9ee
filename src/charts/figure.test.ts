import { expect, test } from 'vitest';
import { decimate, indexExtremes } from '#lib/decimate.ts';
import { drawnCounts, drawnLines } from './dense-line.ts';
import { figureToSvg, plotShapes, type FigurePlot } from './figure.ts';
import { tracePoints } from './paint-lines.ts';
import { createScale } from './plot-scale.ts';
import { prepareValues, findNearlyPrepared, findPrepared } from './prepared-values.ts';
import { linearTicks } from './ticks.ts';

const values = Float64Array.from(
  { length: 50_000 },
  (_, index) => Math.sin(index / 900) + (index === 31_234 ? 9 : 0),
);
const x = values.map((_, index) => index);
const line = {
  key: 'a',
  look: { colour: 'series-1', width: 1, opacity: 1, dash: [], hasRings: false },
  parts: [{ x, y: indexExtremes(values) }],
} as const;

const plot: FigurePlot = {
  title: 'Loss <&"\u0007',
  names: [{ text: 'train', colour: 'series-1', dash: [], hasRing: false }],
  top: 0,
  width: 600,
  height: 300,
  lines: drawnLines([line], { from: 0, to: 49_999 }, 536),
  gaps: [{ kind: 'nan', x: 100 }],
  marks: [{ id: 'm', x: 25_000, word: 'checkpoint', weight: 2, isAlert: false }],
  x: { span: { from: 0, to: 49_999 }, ticks: linearTicks, format: String },
  y: { span: { from: -1, to: 11 }, ticks: linearTicks, format: String },
};

const colours = {
  'series-1': 'red',
  'series-2': 'red',
  'series-3': 'red',
  'series-4': 'red',
  'series-5': 'red',
  'series-6': 'red',
  muted: 'grey',
  text: 'black',
  faint: 'grey',
  line: 'grey',
  edge: 'grey',
  bad: 'red',
  warn: 'orange',
  panel: 'white',
  raised: 'white',
};

test('a file draws the same points as a screen of its width, including the spike', () => {
  const drawn = decimate(line.parts[0], 0, 49_999, 536);
  const path = plotShapes(plot).find((shape) => shape.kind === 'path' && shape.clip !== null);
  const dots = [...(path?.kind === 'path' ? path.d : '').matchAll(/L([\d.]+) ([\d.]+)/g)].map((match) =>
    match.slice(1).map(Number),
  );
  expect(dots.slice(1)).toEqual(Array.from(drawn.x, (at, index) => dotOf(at, drawn.y[index] ?? 0)).slice(1));
  expect(dots).toContainEqual(dotOf(31_234, values[31_234] ?? 0));
});

/** The plot is 536 by 236, 52 from the left and 40 from the top. */
function dotOf(at: number, value: number): readonly number[] {
  return [52 + (at / 49_999) * 536, 40 + ((11 - value) / 12) * 236].map((px) => Math.round(px * 100) / 100);
}

test('names that do not fit side by side wrap, and the plot makes room for the new line', () => {
  const names = Array.from({ length: 4 }, (_, index) => ({
    text: `train inferdeck/tale-1m-w2-${index}`,
    colour: 'series-1' as const,
    dash: [],
    hasRing: false,
  }));
  const shapes = plotShapes({ ...plot, names });
  const texts = shapes.filter((shape) => shape.kind === 'text');
  const placed = names.map(({ text }) => texts.find((shape) => shape.text === text));
  expect(
    placed.every((shape) => shape !== undefined && shape.x + shape.text.length * 6.4 <= plot.width),
  ).toBe(true);
  expect(new Set(placed.map((shape) => shape?.y))).toEqual(new Set([14, 34]));
  const clip = shapes.find((shape) => shape.kind === 'path' && shape.clip !== null);
  expect(clip?.kind === 'path' && clip.clip?.top).toBe(60);
});

test('a name has the sample of its line: a ring for few points, and its dashes', () => {
  const name = { text: 'a', colour: 'series-1', dash: [], hasRing: false } as const;
  const names = [name, { ...name, hasRing: true }, { ...name, dash: [4, 3] }];
  const samples = plotShapes({ ...plot, lines: [], gaps: [], marks: [], names }).filter(
    (shape) => shape.kind === 'path' && shape.stroke === 'series-1',
  );
  const looks = samples.map((shape) => shape.kind === 'path' && [shape.d.includes('a3.5'), shape.dash]);
  expect(looks).toEqual([
    [false, []],
    [true, []],
    [false, [4, 3]],
  ]);
});

test('a file draws no more marks than a screen does', () => {
  const marks = Array.from({ length: 5_000 }, (_, index) => ({
    id: String(index),
    x: index * 10,
    word: 'checkpoint',
    weight: 1,
    isAlert: false,
  }));
  const dotted = plotShapes({ ...plot, marks }).filter(
    (shape) => shape.kind === 'path' && shape.dash.length > 0,
  );
  expect(dotted.length).toBeGreaterThan(0);
  expect(dotted.length).toBeLessThanOrEqual(536);
});

test('an SVG file escapes its text and describes its content', () => {
  const svg = figureToSvg(plotShapes(plot), {
    width: 600,
    height: 300,
    title: 'a < b',
    colours,
  });
  expect(svg).toContain('<title>a &lt; b</title>');
  expect(svg).toContain('Loss &lt;&amp;&quot;</text>');
  expect(svg).toContain('checkpoint</text>');
  expect(svg.match(/<clipPath/g)).toHaveLength(1);
  expect(svg).not.toMatch(/NaN|undefined|<script/);
});

test('the line breaks at a missing value, and an isolated point stays visible', () => {
  const scale = createScale({ from: 0, to: 10 }, 0, 100);
  const trace: string[] = [];
  tracePoints(
    { moveTo: (left) => trace.push(`M${left}`), lineTo: (left) => trace.push(`L${left}`) },
    {
      x: Float64Array.of(0, 1, Number.NaN, 2, Number.NaN, 3, 4),
      y: Float64Array.of(5, 5, Number.NaN, 5, Number.NaN, 5, 5),
      sourceCount: 5,
    },
    scale,
    scale,
  );
  expect(trace).toEqual(['M0', 'L0.5', 'L10', 'M20', 'L20.5', 'M30', 'L30.5', 'L40']);
});

const noGaps = { nan: 0, infinite: 0, below: 0, 'not-positive': 0 };

test('the caption says how many of how many points are drawn', () => {
  const { points, drawn } = drawnCounts(plot.lines, noGaps);
  expect(points).toBe(50_000);
  expect(drawn).toBeLessThanOrEqual(4 * 536 + 2);
});

test('points that are marked as gaps do not count as left out', () => {
  const y = indexExtremes(Float64Array.of(5, Number.NaN, Number.NaN, 6));
  const lines = drawnLines(
    [{ ...line, parts: [{ x: Float64Array.of(0, 1, 2, 3), y }] }],
    { from: 0, to: 3 },
    1,
  );
  expect(drawnCounts(lines, { ...noGaps, nan: 2 })).toEqual({ points: 4, drawn: 4 });
});

test('values at or below zero are gaps on a logarithmic axis', () => {
  const prepared = prepareValues(Float64Array.of(3, 0, -2, 0.5, Number.NaN), { weight: 0, isLog: true });
  expect([...prepared.gaps]).toEqual([1, 2, 4]);
  expect([...prepared.values]).toEqual([3, Number.NaN, Number.NaN, 0.5, Number.NaN]);
});

test('values that need no change are not copied', () => {
  expect(prepareValues(values, { weight: 0, isLog: false }).values).toBe(values);
});

test('the latest finished smoothing is shown while a new one is computed', () => {
  const own = Float64Array.of(1, 2, 3);
  for (const weight of [0, 0.1, 0.2, 0.3, 0.35, 0.38, 0.4]) prepareValues(own, { weight, isLog: false });
  expect(findPrepared(own, { weight: 0.9, isLog: false })).toBeNull();
  expect(findNearlyPrepared(own, { weight: 0.9, isLog: false })).toBe(
    findPrepared(own, { weight: 0.4, isLog: false }),
  );
  expect(findPrepared(own, { weight: 0.1, isLog: false })).toBeNull();
  expect(findPrepared(own, { weight: 0, isLog: false })?.values).toBe(own);
  expect(findNearlyPrepared(own, { weight: 0.9, isLog: true })).toBeNull();
});

test('the label at the end of the axis is not cut', () => {
  const last = plotShapes({ ...plot, x: { ...plot.x, span: { from: 0, to: 40_000 } } }).find(
    (shape) => shape.kind === 'text' && shape.text === '40000',
  );
  expect(last?.kind === 'text' && last.x + 2.5 * 6.4).toBe(plot.width);
});

test('a ring at the end of the plot is whole, and none is drawn outside of it', () => {
  const ringed = {
    key: 'ringed',
    look: { ...line.look, hasRings: true },
    lower: [],
    isDerived: false,
    parts: [{ x: Float64Array.of(-1, 0, 10, 11), y: Float64Array.of(1, 1, 1, 1), sourceCount: 4 }],
  };
  const shapes = plotShapes({ ...plot, lines: [ringed], x: { ...plot.x, span: { from: 0, to: 10 } } });
  const rings = shapes.flatMap((shape) => (shape.kind === 'path' && shape.d.includes('a3.5') ? shape : []));
  expect(rings.map(({ clip }) => clip)).toEqual([null]);
  expect(rings[0]?.d).toMatch(/^M48.5 [^M]*M584.5 [^M]*$/);
});

test('a line breaks between the points around an interruption, not before the first', () => {
  const part = { x: Float64Array.of(1, 2, 8, 9), y: indexExtremes(Float64Array.of(4, 3, 2, 1)) };
  const [drawn] = drawnLines([{ ...line, parts: [part], breaks: [0, 7, 8] }], { from: 0, to: 9 }, 100);
  expect([...(drawn?.parts[0]?.x ?? [])]).toEqual([1, 2, Number.NaN, 8, 9]);
});

test('a long label of the y axis begins within the picture', () => {
  const shapes = plotShapes({ ...plot, y: { ...plot.y, format: (tick) => `${tick}.2871025` } });
  const labels = shapes.filter((shape) => shape.kind === 'text' && shape.text.endsWith('.2871025'));
  // At up to 6.3 pixels a letter.
  const starts = labels.map((shape) => (shape.kind === 'text' ? shape.x - shape.text.length * 6.3 : -1));
  expect(Math.min(...starts)).toBeGreaterThan(0);
});
