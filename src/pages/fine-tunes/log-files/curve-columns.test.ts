import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CurveSegment } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { CurveColumns, thinnedPositions } from './curve-columns.ts';
import { LogSink } from './log-sink.ts';

test('points are cut and replaced exactly as in curves of other sources', () => {
  const point = fc.record({
    step: fc.integer({ min: 0, max: 30 }),
    value: fc.double(),
    epoch: fc.option(fc.double({ noNaN: true }), { nil: undefined }),
    timeMs: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
    line: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), (points) => {
      const columns = new CurveColumns();
      for (const { step, value, epoch, timeMs, line } of points)
        columns.push(step, value, epoch ?? Number.NaN, timeMs ?? Number.NaN, line);
      fc.pre(!columns.isUnordered && columns.strayLines.length === 0);
      const { curves } = collectCurves(
        'file',
        points.map((each) => ({ name: 'train loss', ...each })),
      );
      expect(columns.segments().map(filled)).toEqual(curves.get('train loss')?.map(filled));
    }),
  );
});

function columnsOf(steps: readonly number[]): CurveColumns {
  const columns = new CurveColumns();
  for (const [index, step] of steps.entries()) columns.push(step, -step, Number.NaN, Number.NaN, index + 1);
  return columns;
}

const tens = Array.from({ length: 40 }, (_, index) => (index + 1) * 10);

test.each([
  ['two neighbours swapped', [...tens.slice(0, 20), 220, 210, ...tens.slice(22)], [22]],
  [
    'two lines far apart swapped',
    [...tens.slice(0, 20), 310, ...tens.slice(21, 30), 210, ...tens.slice(31)],
    [21, 31],
  ],
  ['one line moved up', [...tens.slice(0, 20), 310, ...tens.slice(20, 30), ...tens.slice(31)], [21]],
  ['one line moved down', [...tens.slice(0, 20), ...tens.slice(21, 31), 210, ...tens.slice(31)], [31]],
])('a line that is late or early is sorted by its step: %s', (_name, steps, strays) => {
  const columns = columnsOf(steps);
  expect(columns.segments()).toMatchObject([
    { steps: Float64Array.from(tens), values: Float64Array.from(tens, (step) => -step) },
  ]);
  expect([columns.strayLines, columns.restartLine]).toEqual([strays, Infinity]);
});

test.each([
  ['that goes on from there', [10, 20, 30, 20, 30, 40], [3, 3], 4],
  ['after a line that is written again', [10, 20, 30, 25, 30, 35], [3, 3], 4],
  ['at a step that is known', [10, 20, 30, 20, 40, 50], [3, 3], 4],
  ['at the end', [10, 20, 30, 15], [3, 1], 4],
  ['far back', [10, 20, 30, 5, 15, 25, 35], [3, 4], 4],
])('steps that go back are a restart %s', (_name, steps, lengths, line) => {
  const columns = columnsOf(steps);
  expect(columns.segments().map(({ steps: { length } }) => length)).toEqual(lengths);
  expect([columns.strayLines, columns.restartLine]).toEqual([[], line]);
});

test('a line of a step that was there before the restart stays after it', () => {
  const segments = columnsOf([10, 20, 60, 40, 50, 20, 70, 80]).segments();
  expect(segments).toMatchObject([
    { steps: Float64Array.of(10, 20, 60) },
    { steps: Float64Array.of(20, 40, 50, 70, 80) },
  ]);
});

test('any lines out of place leave rising steps, each once, with its value', () => {
  const move = fc.tuple(fc.nat(39), fc.nat(39));
  fc.assert(
    fc.property(fc.array(move, { maxLength: 6 }), (moves) => {
      const steps = [...tens];
      for (const [from, to] of moves) steps.splice(to, 0, ...steps.splice(from, 1));
      const segments = columnsOf(steps).segments();
      expect(
        segments.flatMap((segment) => Array.from(segment.steps)).toSorted((one, other) => one - other),
      ).toEqual(tens);
      for (const segment of segments) {
        expect(segment.steps).toEqual(segment.steps.toSorted());
        expect(segment.values).toEqual(segment.steps.map((step) => -step));
      }
    }),
  );
});

function filled(segment: CurveSegment): CurveSegment {
  const unknown = segment.steps.map(() => Number.NaN);
  const [epochs, timesMs] = [segment.epochs, segment.timesMs].map((column) => {
    expect([0, unknown.length]).toContain(column.length);
    return column.length === 0 ? unknown : column;
  });
  return { ...segment, epochs: epochs ?? unknown, timesMs: timesMs ?? unknown };
}

test('thinning keeps both ends, and the lowest, the highest and a NaN of four neighbours', () => {
  const odd = fc.constantFrom(Number.NaN, Infinity);
  const value = fc.oneof({ weight: 5, arbitrary: fc.double({ noNaN: true }) }, odd);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (all) => {
      // -0 and 0 are one height.
      const values = Float64Array.from(all, (each) => each + 0);
      const kept: number[] = [];
      thinnedPositions(values, 0, values.length, kept);
      expect(kept).toEqual([...new Set(kept)].toSorted((one, other) => one - other));
      expect([kept[0], kept.at(-1)]).toEqual([0, values.length - 1]);
      let most = 2;
      for (let start = 0; start < values.length; start += 4) {
        const group = values.subarray(start, start + 4);
        const left = kept.filter((at) => at >= start && at < start + 4).map((at) => values[at] ?? 0);
        const finite = group.filter(Number.isFinite);
        const hasOdd = finite.length < group.length;
        most += hasOdd ? 3 : 2;
        expect(left.some((each) => !Number.isFinite(each))).toBe(hasOdd);
        expect(left.some(Number.isNaN)).toBe(group.some(Number.isNaN));
        expect(Math.max(...left.filter(Number.isFinite))).toBe(Math.max(...finite));
        expect(Math.min(...left.filter(Number.isFinite))).toBe(Math.min(...finite));
      }
      expect(kept.length).toBeLessThanOrEqual(most);
    }),
  );
});

test('a file with too many points keeps its whole length and its only spike', () => {
  const sink = new LogSink('big.csv', {}, 1000);
  const columns = sink.curve('', 'train loss');
  for (let step = 0; step < 50_000; step += 1)
    sink.push(columns, step, step === 31_337 ? 99 : 1, Number.NaN, Number.NaN, step + 1);
  expect(sink.points).toBeLessThanOrEqual(1000);
  const report = sink.report('csv', 50_000);
  const [segment] = report.runs[0]?.curves.curves.get('train loss') ?? [];
  expect([segment?.steps[0], segment?.steps.at(-1)]).toEqual([0, 49_999]);
  expect(segment?.steps[segment.values.indexOf(99)]).toBe(31_337);
  expect(report.notes[0]).toContain('too many points');
});

test('unordered lines are held within the same memory limit', () => {
  const sink = new LogSink('shuffled.csv', {}, 1000);
  const columns = sink.curve('', 'train loss');
  for (let index = 0; index < 20_000; index += 1)
    sink.push(columns, (index * 7919) % 20_011, index, Number.NaN, Number.NaN, index + 1);
  expect(sink.points).toBeLessThanOrEqual(1000);
  const segments = sink.report('csv', 20_000).runs[0]?.curves.curves.get('train loss') ?? [];
  expect(segments).toHaveLength(1);
  const steps = [...(segments[0]?.steps ?? [])];
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
});
