import { expect, test } from 'vitest';
import { costShapes, wrapText } from './draw-card.ts';
import { serving } from './testing/decisions.ts';

const letters = (text: string) => text.length;

test('lines break at spaces and hold as many words as fit', () => {
  expect(wrapText('a model on a machine', 8, letters)).toEqual(['a model', 'on a', 'machine']);
});

test('a word wider than a line is split, and nothing is lost', () => {
  const lines = wrapText('on 8x_nvidia_h200_140gb_sxm now', 10, letters);
  expect(lines.every((line) => line.length <= 10)).toBe(true);
  expect(lines.join('').replaceAll(' ', '')).toBe('on8x_nvidia_h200_140gb_sxmnow');
});

test('an empty text is one empty line', () => {
  expect(wrapText('', 10, letters)).toEqual(['']);
});

test.each([20_000, 190_000, 240_000])(
  'the line of %d tokens/min is named, and crosses no name',
  (traffic) => {
    const shapes = costShapes(serving(200_000, { traffic, isExample: false }), 100, 300);
    const names = shapes.filter((shape) => shape.kind === 'text');
    expect(names.map(({ text }) => text)).toContain('your traffic');
    const line = shapes.find((shape) => shape.kind === 'path' && shape.dash.length > 0);
    const lineX = line?.kind === 'path' ? Number(/^M([\d.]+)/.exec(line.d)?.[1]) : Number.NaN;
    const amount = names.find(({ text }) => /^highest: .* a month$/.test(text));
    // On the height of the highest cost.
    const costs = shapes.flatMap((shape) =>
      shape.kind === 'path' && shape.stroke.startsWith('series') ? shape.d : [],
    );
    const heights = costs.flatMap((d) => Array.from(d.matchAll(/ ([\d.]+)/g), (match) => Number(match[1])));
    expect(amount?.y).toBeCloseTo(Math.min(...heights) - 4);
    expect(amount === undefined || amount.x > lineX || lineX > amount.x + 190).toBe(true);
    const atLines = names.filter(({ text }) => /^(?:serverless|dedicated|cannot serve)$/.test(text));
    expect(atLines.map(({ x }) => x < lineX || lineX < x - 72)).toEqual([true, true, true]);
  },
);

test('lines that end together have their names above and below', () => {
  const shapes = costShapes(serving(130_000, { growth: 'added', traffic: 225_000 }), 100, 300);
  const [serverless, dedicated] = ['serverless', 'dedicated'].map((name) =>
    shapes.find((shape) => shape.kind === 'text' && shape.text === name),
  );
  if (serverless?.kind !== 'text' || dedicated?.kind !== 'text') throw new Error('not named');
  expect(dedicated.y - serverless.y).toBeGreaterThan(12);
});
