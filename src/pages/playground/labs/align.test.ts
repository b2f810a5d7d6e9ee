import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreOf, type Score } from '#run/echo-score.ts';
import { alignScores, isSameDivision, largestDifferences, totalsOf } from './align.ts';

function scoreAt(length: number, cuts: readonly number[], logprob: (token: number) => number | null): Score {
  const starts = [...new Set([0, ...cuts.filter((cut) => cut < length)])].toSorted(
    (one, other) => one - other,
  );
  return scoreOf(
    starts.map((start, id) => {
      const end = starts[id + 1] ?? length;
      return { text: 'x'.repeat(end - start), start, end, id, logprob: logprob(id) };
    }),
  );
}

test('the text is split where both tokenizations have a boundary', () => {
  const a = scoreAt(8, [2, 4, 6], (token) => [-1, -2, -3, -4][token] ?? null);
  const b = scoreAt(8, [3, 4, 7], (token) => [-5, -1, -6, -1][token] ?? null);
  expect(alignScores(8, a, b)).toEqual([
    { start: 0, end: 4, a: 3, b: 6, difference: 3 },
    { start: 4, end: 8, a: 7, b: 7, difference: 0 },
  ]);
});

test('a part with an unscored token is not compared', () => {
  const a = scoreAt(4, [2], (token) => [null, -1][token] ?? null);
  const b = scoreAt(4, [2], () => -3);
  const parts = alignScores(4, a, b);
  expect(parts[0]).toEqual({ start: 0, end: 2, a: null, b: 3, difference: null });
  expect(totalsOf('éèxy', parts)).toEqual({ a: 1, b: 3, compared: 2, bytes: 2 });
  expect(totalsOf('xyéè', parts)).toMatchObject({ compared: 2, bytes: 4 });
});

test('tokens without text belong to the character that they begin', () => {
  const fox = { text: '🦊', start: 1, end: 3, id: 3, logprob: -4 };
  const piece = { text: '', start: 1, end: 1, id: 2, logprob: -2 };
  const space = { text: ' ', start: 0, end: 1, id: 1, logprob: -1 };
  const parts = alignScores(
    3,
    scoreOf([space, piece, piece, fox]),
    scoreOf([space, { ...fox, logprob: -9 }]),
  );
  expect(parts).toEqual([
    { start: 0, end: 1, a: 1, b: 1, difference: 0 },
    { start: 1, end: 3, a: 8, b: 9, difference: 1 },
  ]);
});

const length = 40;
const cuts = fc.array(fc.integer({ min: 1, max: length }));
const logprobs = fc.array(fc.double({ min: -30, max: 0, noNaN: true }), {
  minLength: length,
  maxLength: length,
});

test('for any boundaries the parts cover the text and sum to the total of each model', () => {
  fc.assert(
    fc.property(cuts, cuts, logprobs, logprobs, (cutsA, cutsB, ofA, ofB) => {
      const a = scoreAt(length, cutsA, (token) => ofA[token] ?? null);
      const b = scoreAt(length, cutsB, (token) => ofB[token] ?? null);
      const parts = alignScores(length, a, b);
      expect([0, ...parts.map(({ end }) => end)]).toEqual([...parts.map(({ start }) => start), length]);
      const totals = totalsOf('x'.repeat(length), parts);
      expect(totals.a).toBeCloseTo(-(a.sum ?? 0), 9);
      expect(totals.b).toBeCloseTo(-(b.sum ?? 0), 9);
      expect(totals.compared).toBe(length);
    }),
  );
});

test('a text without a part that both models scored has no sums', () => {
  const known = [null, -2];
  const scoreWith = (cut: number) => scoreAt(5, [cut], (token) => known[token] ?? null);
  const parts = alignScores(5, scoreWith(2), scoreWith(3));
  expect(totalsOf('hello', parts)).toEqual({ a: null, b: null, compared: 0, bytes: 0 });
});

test('sums of integers are exact', () => {
  const whole = fc.array(fc.integer({ min: -99, max: -1 }), { minLength: length, maxLength: length });
  fc.assert(
    fc.property(cuts, cuts, whole, whole, (cutsA, cutsB, ofA, ofB) => {
      const a = scoreAt(length, cutsA, (token) => ofA[token] ?? null);
      const b = scoreAt(length, cutsB, (token) => ofB[token] ?? null);
      const totals = totalsOf('x'.repeat(length), alignScores(length, a, b));
      expect([totals.a, totals.b]).toEqual([a, b].map(({ sum }) => -(sum ?? 0)));
    }),
  );
});

test('a text is split at every token if all boundaries agree', () => {
  const one = scoreAt(8, [2, 4], () => -1);
  expect(
    isSameDivision(
      one,
      scoreAt(8, [2, 4], () => -7),
    ),
  ).toBe(true);
  expect(
    isSameDivision(
      one,
      scoreAt(8, [2, 5], () => -1),
    ),
  ).toBe(false);
  expect(
    isSameDivision(
      one,
      scoreAt(8, [2], () => -1),
    ),
  ).toBe(false);
});

test('the largest differences of either sign come first, and parts without one are omitted', () => {
  const a = scoreAt(5, [1, 2, 3, 4], (token) => [-1, -9, null, -2, -2][token] ?? null);
  const b = scoreAt(5, [1, 2, 3, 4], (token) => [-4, -1, -1, -2, -7][token] ?? null);
  const parts = alignScores(5, a, b);
  expect(largestDifferences(parts, 9)).toEqual([1, 4, 0]);
  expect(largestDifferences(parts, 1)).toEqual([1]);
});
