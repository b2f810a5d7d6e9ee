import { expect, test } from 'vitest';
import type { Rung } from '#pages/playground/compare/rungs.ts';
import { chooseRungs, formatChange, ladderScores } from './ladder-scores.ts';

const rungs: readonly Rung[] = [
  { kind: 'base', model: 'm', step: 0 },
  ...[10, 20, 30].map((step) => ({ kind: 'checkpoint', model: `ft:${step}`, step }) as const),
  { kind: 'final', model: 'm-mine', step: 40 },
];

test('rungs without scores have no figures, and none of them is the best', () => {
  const scores = ladderScores(rungs, []);
  expect(scores.map(({ perplexity, change, isBest }) => [perplexity, change, isBest])).toEqual(
    rungs.map(() => [null, null, false]),
  );
  expect(scores.map(({ name }) => name)).toEqual(['base', 'step 10', 'step 20', 'step 30', 'final, step 40']);
});

test('a long ladder is thinned out evenly, with its ends', () => {
  const long = Array.from(
    { length: 40 },
    (_, step) => ({ kind: 'checkpoint', model: `ft:${step}`, step }) as const,
  );
  const chosen = chooseRungs(long, 12).map(({ step }) => step);
  expect(chosen).toHaveLength(12);
  expect([chosen[0], chosen.at(-1)]).toEqual([0, 39]);
  expect(chooseRungs(rungs, 12)).toEqual(rungs);
});

test('a change is written with its sign, and nothing is not zero', () => {
  expect([0.042, -0.12, 0, -0.0001, null].map(formatChange)).toEqual([
    '+4.2 %',
    '−12.0 %',
    '0.0 %',
    '0.0 %',
    '–',
  ]);
});
