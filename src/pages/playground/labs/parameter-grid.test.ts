import { expect, test } from 'vitest';
import { endedRun } from '#run/testing/ended-run.ts';
import { figuresOf, foldedTexts, formatMeasure, cellTint, gridCsv } from './grid-figures.ts';
import { readGrid, type GridForm } from './parameter-grid.ts';

const draft = { model: 'm', prompt: 'p', stream: true, temperature: 0.3, max_tokens: 9 };
const form: GridForm = {
  across: { parameter: 'temperature', values: '0, 1' },
  down: { parameter: 'top_p', values: '0.5 0.9; 1' },
  n: '4',
};

test('a sweep sends one request per cell, row by row, with the rest of the draft', () => {
  const reading = readGrid(draft, form);
  if (!reading.ok) throw new Error(reading.message);
  const { requests } = reading;
  expect(requests.map(({ temperature, top_p }) => [top_p, temperature])).toEqual([
    [0.5, 0],
    [0.5, 1],
    [0.9, 0],
    [0.9, 1],
    [1, 0],
    [1, 1],
  ]);
  expect(requests[0]).toEqual({ ...draft, temperature: 0, top_p: 0.5, n: 4, logprobs: 1 });
});

test.each<[Partial<GridForm>, RegExp]>([
  [{ down: { parameter: 'temperature', values: '1' } }, /two different parameters/],
  [{ across: { parameter: 'temperature', values: '' } }, /at least one value of temperature/],
  [{ across: { parameter: 'temperature', values: '0, warm' } }, /temperature: “warm” is not a number/],
  [{ across: { parameter: 'temperature', values: '0, 0.0' } }, /listed twice/],
  [
    { across: { parameter: 'temperature', values: '0, 3' } },
    /temperature: “3” is not a number from 0 to 2\./,
  ],
  [
    { across: { parameter: 'frequency_penalty', values: '-2 -3' } },
    /frequency_penalty: “-3” is not a number from −2 to 2\./,
  ],
  [{ across: { parameter: 'max_tokens', values: '1,000 2,000' } }, /“1,000” could be one value or several/],
  [{ n: '0' }, /n must be/],
  [
    { across: { parameter: 'seed', values: Array.from({ length: 50 }, (_, seed) => seed).join(' ') } },
    /at most 100/,
  ],
])('%j is refused with a message', (change, sentence) => {
  const reading = readGrid(draft, { ...form, ...change });
  expect(reading.ok ? '' : reading.message).toMatch(sentence);
});

test('a whole cell counts distinct texts, and unknown values are null', () => {
  const parts: Parameters<typeof endedRun>[0] = {
    request: { n: 3 },
    pieces: [
      [0, 'a'],
      [0, 'b', 'stop'],
      [1, 'ab', 'length'],
      [2, 'c'],
    ],
  };
  const run = endedRun({ ...parts, endState: 'complete' });
  expect(figuresOf(run)).toMatchObject({ choices: 3, distinct: 2, meanLogprob: -1, meanTokens: 1.5 });
  expect(figuresOf(endedRun({ ...parts, endState: 'interrupted' })).distinct).toBeNull();
  expect([...figuresOf(run).finishes]).toEqual([
    ['stop', 1],
    ['length', 1],
  ]);
  const joined = endedRun({ endState: 'complete' });
  const piece = { index: 0, text: 'a b', tokens: [], finishReason: 'stop' };
  joined.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
  expect(figuresOf(joined)).toMatchObject({ distinct: 1, meanTokens: null });
  expect(figuresOf(endedRun({}))).toMatchObject({ distinct: null, perplexity: null, meanTokens: null });
});

test('equal texts are one, with every way they ended', () => {
  const run = endedRun({
    request: { n: 4 },
    pieces: [
      [0, 'c', 'stop'],
      [1, 'a', 'length'],
      [2, 'a', 'stop'],
      [3, 'a', 'length'],
    ],
  });
  expect(foldedTexts(run)).toMatchObject([
    { text: 'a', count: 3, finishes: new Set(['length', 'stop']) },
    { text: 'c', count: 1, finishes: new Set(['stop']) },
  ]);
});

test('the CSV has one line per choice, and no formulas', () => {
  const run = endedRun({ request: { temperature: 0, top_p: 1 }, pieces: [[0, '=1\n"x"', 'stop']] });
  const csv = gridCsv(
    { across: { parameter: 'temperature', values: [0] }, down: { parameter: 'top_p', values: [1] } },
    [run],
  );
  expect(csv.split('\r\n')[1]).toBe(String.raw`1,0,truncated,0,1,"stop",1,-1,${Math.E},1,"'=1\n""x"""`);
});

test.each([
  [1, '1 token'],
  [1.25, '1.3 tokens'],
  [1_241.5, '1,241.5 tokens'],
  [null, '—'],
])('a mean length of %j is %s', (value, words) => expect(formatMeasure(value, 'meanTokens')).toBe(words));

test('surprise is coloured by its own scale; other measures in a neutral tint over the grid', () => {
  expect(cellTint(1, 'perplexity', [1])).toBe('transparent');
  expect(cellTint(1000, 'perplexity', [1000])).toBe('var(--ember-6)');
  expect(cellTint(2, 'distinct', [2, 2])).toBe('transparent');
  expect(cellTint(4, 'distinct', [1, 4])).toMatch(/--faint\) 55%/);
  expect(cellTint(null, 'meanTokens', [1])).toBe('transparent');
});
