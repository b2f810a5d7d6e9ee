import { expect, test } from 'vitest';
import { Random } from '#lib/random.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { alertMarks, findAlerts, watchFinite, watchQueue, watchOverfit } from './find-alerts.ts';
import { curvesOf, factsOf, lossOf, startMs } from '#pages/fine-tunes/testing/facts.ts';
import { defaultThresholds, type Thresholds } from './thresholds.ts';
import { createLossWatch } from './watch-loss.ts';

const random = new Random(5);
const healthy = Array.from({ length: 200 }, (_, index) => 4 * Math.exp(-index / 90) + 0.1 * random.unit());
const watchLoss = (curves: CurveSet, thresholds: Thresholds) => createLossWatch(thresholds)(curves, null);
const kindsOf = (values: readonly number[], change = {}) =>
  watchLoss(lossOf(values), { ...defaultThresholds, ...change }).map(({ kind, step }) => [kind, step]);

test('a normally falling loss has no alert', () => {
  expect(kindsOf(healthy)).toEqual([]);
});

test('a spike is reported at its step, with the value it is compared with', () => {
  const spiked = healthy.with(119, 9);
  expect(kindsOf(spiked)).toEqual([['spike', 120]]);
  const [alert] = watchLoss(lossOf(spiked), defaultThresholds);
  expect(alert?.timeMs).toBe(startMs + 120_000);
  expect(alert?.saw).toMatch(
    /^The loss is 9\.000; the median of the 32 points before is 1\.\d{3} \(robust z-score [\d.]+\)\.$/,
  );
  expect(kindsOf(spiked, { spikeZ: 100 })).toEqual([]);
});

test('a diverging loss is reported once, and again after it recovered', () => {
  const away = healthy.map((value, index) => (index > 100 ? value + (index - 100) * 0.1 : value));
  const kinds = kindsOf(away).filter(([kind]) => kind === 'divergence');
  expect(kinds).toHaveLength(1);
  const twice = healthy.map((value, index) =>
    (index > 100 && index < 130) || index > 170 ? value + 5 : value,
  );
  expect(kindsOf(twice).filter(([kind]) => kind === 'divergence')).toHaveLength(2);
});

test('a divergence that becomes noisier is still the same one', () => {
  const measured = [
    8.1, 8.7, 15.1, 13.7, 13.7, 15.7, 16.9, 19.2, 22, 16.6, 12.5, 18.7, 14.7, 22.1, 22.1, 18.8, 21.4, 17.7,
    20, 16.9, 22.3, 26.8, 22, 24.5, 27.3, 29.8, 21.3, 21.5, 24.1, 24.2, 18.4, 18, 19.2, 15.5, 17.5, 13.9,
  ];
  expect(kindsOf(measured)).toEqual([
    ['divergence', 9],
    ['divergence', 26],
  ]);
});

test('a loss that diverges before the first window is full is compared with its first value', () => {
  const jump = [1.5, 3, 6, 8, 8.1, 7.5, 7.6, 7.4, 7.7, 7.5, 7.6, 7.5];
  expect(kindsOf(jump)).toEqual([['divergence', 8]]);
  expect(watchLoss(lossOf(jump), defaultThresholds)[0]?.saw).toBe(
    'The median of 7 points is 7.500, 5 times the lowest, 1.500 at step 1.',
  );
  const noisy = Array.from({ length: 400 }, (_, index) => (index === 0 ? 1.2 : 1.5 + 1.2 * random.unit()));
  expect(kindsOf(noisy)).toEqual([]);
});

test('a loss that doubles near zero does not diverge', () => {
  const tiny = Array.from({ length: 60 }, (_, index) =>
    index < 20 ? 4 / (index + 1) : 0.002 * (1 + (index % 20)),
  );
  expect(kindsOf(tiny).filter(([kind]) => kind === 'divergence')).toEqual([]);
});

test('a plateau whose loss moves more than the threshold, but less than its noise, says so', () => {
  const noisy = Array.from(
    { length: 240 },
    (_, index) => 4 * (1 + 0.04 * Math.sin(index * index)) * (index < 120 ? 1 : 0.988),
  );
  const saw = watchLoss(lossOf(noisy), defaultThresholds)
    .filter(({ kind }) => kind === 'plateau')
    .map((alert) => alert.saw);
  expect(saw).toEqual([expect.stringMatching(/: (0\.[5-9]\d|[1-9]\.\d\d) %, within its noise\.$/)]);
});

test('a plateau is reported once, when the window is full', () => {
  const flat = [
    ...healthy.slice(0, 100),
    ...Array.from({ length: 200 }, (_, index) => 1 + (index % 2) * 0.001),
  ];
  expect(kindsOf(flat).filter(([kind]) => kind === 'plateau')).toEqual([['plateau', expect.any(Number)]]);
  expect(kindsOf(flat, { plateauPoints: 1_000 }).filter(([kind]) => kind === 'plateau')).toEqual([]);
  // A threshold that asks for more improvement finds no less.
  for (const plateauPercent of [2, 5, 50])
    expect(kindsOf(flat, { plateauPercent }).map(([kind]) => kind)).toContain('plateau');
});

test('a loss that falls on and then jumps up does not level off', () => {
  const jumped = Array.from(
    { length: 323 },
    (_, index) => (index > 300 ? 1.55 : 0.8 + 1.8 * Math.exp(-index / 120)) + 0.15 * (random.unit() - 0.5),
  );
  expect(kindsOf(jumped).map(([kind]) => kind)).toEqual(['divergence']);
});

test('points before a restart no longer count', () => {
  const high = healthy.slice(0, 40).map((value): readonly [number, number] => [1, value]);
  const first = healthy.slice(100, 140).map((value, index): readonly [number, number] => [index + 50, value]);
  const again = high.map(([, value], index): readonly [number, number] => [index + 1, value]);
  expect(watchLoss(curvesOf({ 'train loss': [...first, ...again] }), defaultThresholds)).toEqual([]);
});

test('alerts at a step do not depend on later points', () => {
  const wild = healthy.map((value, index) => value + (index % 37 === 36 ? 6 : 0) + (index > 150 ? 4 : 0));
  const all = watchLoss(lossOf(wild), defaultThresholds);
  for (const until of [60, 120, 160]) {
    const then = watchLoss(lossOf(wild.slice(0, until)), defaultThresholds);
    expect(then).toEqual(all.filter(({ step }) => (step ?? 0) <= until));
  }
  expect(all.map(({ kind }) => kind)).toEqual(['spike', 'divergence']);
});

test('non-finite values are reported at the first of a run of them, in every curve', () => {
  const curves = curvesOf({
    'train loss': [
      [1, 2],
      [2, Number.NaN],
      [3, Number.NaN],
      [4, 1],
      [1_400, Number.POSITIVE_INFINITY],
    ],
    'gradient norm': [[2, Number.POSITIVE_INFINITY]],
  });
  expect(watchFinite(curves).map(({ saw }) => saw)).toEqual([
    'The train loss is NaN at step 2.',
    'The train loss is infinite at step 1,400.',
    'The gradient norm is infinite at step 2.',
  ]);
});

test('overfitting is reported when evaluations rise while the training loss falls', () => {
  const train = healthy.map((value, index): readonly [number, number] => [index + 1, value]);
  const evals: readonly (readonly [number, number])[] = [
    [40, 2],
    [80, 1.5],
    [120, 1.6],
    [160, 1.9],
    [200, 2.4],
  ];
  const found = watchOverfit(curvesOf({ 'train loss': train, 'eval loss': evals }), defaultThresholds);
  expect(found.map(({ step }) => step)).toEqual([160]);
  expect(found[0]?.saw).toMatch(
    /^The evaluation rose 2 times in a row, from 1\.500 at step 80 to 1\.900, while the training loss \(median of up to 25 points\) went from [\d.]+ to [\d.]+\.$/,
  );
  const both = train.map(([step, value]): readonly [number, number] => [step, 8 - value]);
  expect(watchOverfit(curvesOf({ 'train loss': both, 'eval loss': evals }), defaultThresholds)).toEqual([]);
  // The best run of all must not be set aside for it.
  const back = [...evals, [240, 1.55], [280, 1.4], [320, 1.3]] as const;
  const [note, ...others] = watchOverfit(
    curvesOf({ 'train loss': train, 'eval loss': back }),
    defaultThresholds,
  );
  expect(note).toMatchObject({ tone: 'note', step: 160 });
  expect(note?.saw).toMatch(/\. The evaluation fell back to 1\.400 at step 280\.$/);
  expect(others).toEqual([]);
});

function part(from: number, to: number, loss: number): readonly (readonly [number, number])[] {
  return Array.from({ length: to - from }, (_, index) => [from + index + 1, loss - (from + index) / 100]);
}

test('after a restart the training loss that an evaluation is compared to is of its own part', () => {
  const curves = curvesOf({
    'train loss': [...part(0, 90, 4), ...part(60, 160, 5)],
    'eval loss': [
      [40, 2],
      [80, 1.5],
      [120, 1.6],
      [160, 1.9],
    ],
  });
  const saws = watchOverfit(curves, defaultThresholds).map(({ saw }) => saw);
  expect(saws).toEqual([expect.stringMatching(/ went from 4\.305 to 3\.530\.$/)]);
});

test('an evaluation equal to the one before begins a new row', () => {
  const train = healthy.map((value, index): readonly [number, number] => [index + 1, value]);
  const values = [1.5, 1.8, 1.8, 2.2, 2.6];
  const evals = values.map((value, index): readonly [number, number] => [40 * (index + 1), value]);
  const found = watchOverfit(curvesOf({ 'train loss': train, 'eval loss': evals }), defaultThresholds);
  expect(found.map(({ saw }) => saw)).toEqual([expect.stringContaining('from 1.800 at step 120 to 2.600')]);
});

test('evaluations that keep rising are reported, however high they jumped before', () => {
  const train = healthy.map((value, index): readonly [number, number] => [index + 1, value]);
  const values = [1, 1.5, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8];
  const evals = values.map((value, index): readonly [number, number] => [20 * (index + 1), value]);
  const found = watchOverfit(curvesOf({ 'train loss': train, 'eval loss': evals }), {
    ...defaultThresholds,
    overfitEvals: 5,
  });
  expect(found.map(({ step }) => step)).toEqual([200]);
});

test('a stuck queue is reported once, and again only after it has moved', () => {
  const minute = 60_000;
  const seen = [3, 3, 3, 3, 2, 2, 2].map((depth, index) => ({
    atMs: index * 10 * minute,
    isWaiting: true,
    depth,
  }));
  const found = watchQueue(seen, defaultThresholds);
  expect(found.map(({ timeMs }) => (timeMs ?? 0) / minute)).toEqual([15, 55]);
  expect(found[0]?.saw).toBe('3 jobs were still ahead of it after 20 min 00 s.');
  expect(
    watchQueue(
      seen.map(({ atMs, depth }) => ({ atMs, depth, isWaiting: false })),
      defaultThresholds,
    ),
  ).toEqual([]);
});

test('a wait that is over needs no look', () => {
  const seen = [0, 20, 30].map((minutes) => ({ atMs: minutes * 60_000, depth: 1, isWaiting: minutes < 30 }));
  const tones = (count: number) =>
    watchQueue(seen.slice(0, count), defaultThresholds).map(({ tone }) => tone);
  expect([tones(1), tones(2), tones(3)]).toEqual([[], ['warn'], ['note']]);
});

test('a queue that has moved needs no look, nor do its earlier stops once the job has begun', () => {
  const depths = [3, 3, 3, 2, 2, 2];
  const seen = [...depths, null].map((depth, index) => ({
    atMs: index * 600_000,
    depth,
    isWaiting: depth !== null,
  }));
  const tones = (count: number) =>
    watchQueue(seen.slice(0, count), defaultThresholds).map(({ tone }) => tone);
  expect([tones(3), tones(4)]).toEqual([['warn'], ['note']]);
  expect([tones(6), tones(7)]).toEqual([
    ['note', 'warn'],
    ['note', 'note'],
  ]);
});

test('a finished job is replayed into all alerts that would have fired, newest first, with their steps', () => {
  const events = [1, 2, 3, 4, 5, 6, 300].map((second) => ({
    type: second === 1 ? 'training_start' : 'training_step',
    step: second - 1,
    created_at: new Date(startMs + second * 1_000).toISOString(),
  }));
  const facts = factsOf({ status: 'completed', total_steps: 400 }, { events });
  const found = findAlerts(facts, defaultThresholds, startMs);
  expect(found.map(({ kind, step, timeMs }) => [kind, step, timeMs])).toEqual([
    ['contradiction', null, null],
    ['stall', 5, startMs + 36_000],
  ]);
  expect(alertMarks(found)).toEqual([
    {
      id: `alert stall:${startMs + 6_000}`,
      kind: 'alert',
      step: 5,
      word: 'stall',
      timeMs: startMs + 36_000,
    },
  ]);
});

test('of alerts at one step the worst is marked first, whose word a chart writes', () => {
  const found = (['stall', 'divergence'] as const).map((kind) => ({
    id: kind,
    kind,
    tone: kind === 'stall' ? ('note' as const) : ('bad' as const),
    step: 8,
    timeMs: null,
    saw: '',
  }));
  expect(alertMarks(found).map(({ word }) => word)).toEqual(['divergence', 'stall']);
});

test('a stall keeps its step after a restart', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 300, 301, 302];
  const steps = [1, 2, 3, 4, 5, 6, 7, 3, 4];
  const points = steps.map((step, index) => ({
    name: 'train loss' as const,
    step,
    value: 2,
    timeMs: startMs + (seconds[index] ?? 0) * 1_000,
    line: index + 1,
  }));
  const facts = factsOf({ status: 'completed' }, { curves: collectCurves('test', points) });
  const stalls = findAlerts(facts, defaultThresholds, startMs).filter(({ kind }) => kind === 'stall');
  expect(stalls.map(({ step }) => step)).toEqual([6]);
});
