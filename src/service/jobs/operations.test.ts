import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMetricsQuery, hasStepEvent, spacedSample } from './operations.ts';
import { metricParameters } from '#service/http/operation.ts';

const read = (query: string) => readMetricsQuery(new URLSearchParams(query));

test('no parameters select everything', () => {
  expect(read('')).toEqual({
    range: { fromStep: 0, toStep: Number.MAX_SAFE_INTEGER, fromTime: 0, toTime: Number.MAX_SAFE_INTEGER },
    resolution: Infinity,
  });
});

test('steps and resolution must be whole numbers', () => {
  const { range, resolution } = read('global_step_from=10&global_step_to=20&resolution=50');
  expect(range).toMatchObject({ fromStep: 10, toStep: 20 });
  expect(resolution).toBe(50);
});

test.each([
  ['2026-11-21T05:00:00Z', 0],
  ['2026-11-21T05:00:00.250Z', 250],
  ['2026-11-21T05:00:00', 0],
  ['2026-11-21T05:00', 0],
  ['2026-11-21T07:00:00%2B02:00', 0],
  ['2026-11-21', -5 * 3_600_000],
  ['1795237200000000000', 0],
  ['1795237200002000000', 2],
  ['1795237200006000000', 6],
])('a time can be %s', (text, offset) => {
  const time = Date.UTC(2026, 10, 21, 5) + offset;
  expect(read(`logged_at_from=${text}`).range.fromTime).toBe(time);
  expect(read(`logged_at_to=${text}`).range.toTime).toBe(time);
});

test('nanoseconds between two milliseconds select the later from, the earlier to', () => {
  const time = Date.UTC(2026, 10, 21, 5);
  expect(read('logged_at_from=1795237200000000001').range.fromTime).toBe(time + 1);
  expect(read('logged_at_to=1795237200000999999').range.toTime).toBe(time);
  expect(read('logged_at_from=1').range.fromTime).toBe(1);
});

test.each([
  ...metricParameters.flatMap((name) =>
    ['', '-1', 'x', '1.5', '1e3', '0x10', ' 1'].map((text) => [name, text]),
  ),
  ['resolution', '0'],
  ['logged_at_from', '2026-13-45T00:00:00Z'],
  ['logged_at_to', '21 Nov 2026'],
])('%s=%j is refused with the name of the parameter', (name, text) => {
  expect(() => read(new URLSearchParams({ [name]: text }).toString())).toThrow(
    expect.objectContaining({ status: 400, details: { code: 'invalid_value', param: name } }),
  );
});

const stepsKept = (total: number) =>
  Array.from({ length: total }, (_, index) => index + 1).filter((step) => hasStepEvent(step, total));

test('up to 400 steps are all logged, and of a longer training a bounded number', () => {
  expect(stepsKept(400)).toHaveLength(400);
  fc.assert(
    fc.property(fc.integer({ min: 401, max: 20_000 }), (total) => {
      const kept = stepsKept(total);
      expect(kept.length).toBeLessThanOrEqual(402);
      expect(kept.length).toBeGreaterThanOrEqual(200);
      expect([kept[0], kept.at(-1)]).toEqual([1, total]);
      const gaps = kept.slice(1).map((step, index) => step - (kept[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(total / 400));
    }),
    { numRuns: 30 },
  );
});

test('thinning keeps the order, both ends and the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 2, max: 600 }), (length, count) => {
      const elements = Array.from({ length }, (_, index) => index);
      const kept = spacedSample(elements, count);
      expect(kept).toHaveLength(Math.min(length, count));
      expect(kept).toEqual([...kept].toSorted((a, b) => a - b));
      expect([kept[0], kept.at(-1)]).toEqual([elements[0], elements.at(-1)]);
    }),
  );
  expect(spacedSample([1, 2, 3], 1)).toEqual([3]);
  expect(spacedSample([1, 2, 3], Infinity)).toEqual([1, 2, 3]);
});
