import { expect, test } from 'vitest';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves, curvesFromEvents } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { lossOf, startMs, curvesOf } from '#pages/fine-tunes/testing/facts.ts';
import { pointsCsv } from '#pages/fine-tunes/charts/ExportMenu.tsx';
import { pointRows } from '#pages/fine-tunes/charts/point-rows.ts';
import { defaultChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import { placeMarks } from '#pages/fine-tunes/charts/LossCharts.tsx';
import { slotsOf, throughputUnit, tracksOf } from '#pages/fine-tunes/charts/track.ts';
import { chartRunOf, marksOf, openMarkOf, meansOfGroups, overlayNames } from './chart-runs.ts';
import type { ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';

const at = (second: number) => new Date(startMs + second * 1_000).toISOString();
const tenSteps = lossOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0.5]);
const markWords = (...args: Parameters<typeof marksOf>) =>
  marksOf(...args).map(({ step, word }) => `${step} ${word}`);

test('an event without a step is marked at the point that is nearest to it in time', () => {
  const events = [
    { type: 'warning', created_at: at(3.4) },
    { type: 'cancel_requested', step: 0, training_offset: 0, created_at: at(6.6) },
    { type: 'job_error', step: 0, created_at: at(60) },
  ];
  expect(markWords(events, [], null, tenSteps)).toEqual(['3 warning', '7 cancel requested', '10 error']);
});

test('an event that names its step is placed there, whatever its time', () => {
  const events = [
    { type: 'JOB_USER_ERROR', step: 2, created_at: at(9) },
    { type: 'job_restarted', step: 9, training_offset: 4, created_at: at(1) },
  ];
  expect(markWords(events, [], null, tenSteps)).toEqual(['2 error', '4 restarted']);
});

test('on counted steps, checkpoints and events are placed by time, and tokens and cost have no axis', () => {
  const events = [
    { message: "{'loss': 3.0}", created_at: at(10) },
    { message: "{'loss': 2.0}", created_at: at(20) },
    { type: 'warning', step: 15, created_at: at(21) },
  ];
  const curves = curvesFromEvents(events);
  const saved = [{ step: 10, created_at: at(11) }, { step: 20 }];
  expect(markWords(events, saved, null, curves)).toEqual(['1 checkpoint 10', '2 warning']);
  const drawn = chartRunOf({ record: { id: 'ft-1', token_count: 2_000 }, events, curves }, 20, 5);
  expect([drawn.tokensPerStep, drawn.dollarsPerStep]).toEqual([null, null]);
});

test('without curves the other events are placed by those that name a step', () => {
  const events = [
    { type: 'training_step', step: 5, created_at: at(5) },
    { type: 'training_step', step: 6, created_at: at(6) },
    { type: 'cancel_requested', step: 0, created_at: at(6.2) },
  ];
  expect(markWords(events, [], null, noCurves)).toEqual(['6 cancel requested']);
});

test('the open event is marked at the step of its fields or of its message', () => {
  const events = [
    { type: 'training_step', step: 5, hash: 'a' },
    { type: 'checkpoint_save', step: 0, message: 'Checkpoint saved at step 8', hash: 'b' },
    { type: 'job_start', hash: 'c' },
  ];
  const marked = (key?: string) => openMarkOf(events, key).map(({ step, word }) => `${step} ${word}`);
  expect(marked('a')).toEqual(['5 training_step']);
  expect(marked('b')).toEqual(['8 checkpoint_save']);
  expect([...marked('c'), ...marked('gone'), ...marked()]).toEqual([]);
});

test('runs without curves stay the same at every render, though they share the empty ones', () => {
  const [first, second] = [1, 2].map(() =>
    ['f', 'g'].map((id) => chartRunOf({ record: { id }, events: [], curves: noCurves }, null, null)),
  );
  expect(second?.map((each, index) => each === first?.[index])).toEqual([true, true]);
});

test('time elapses from the first of several starts', () => {
  const events = [3, 60].map((second) => ({ type: 'TRAINING_START', created_at: at(second) }));
  const overlay = { record: { id: 'f' }, events, curves: noCurves };
  expect(chartRunOf(overlay, null, null).startedMs).toBe(startMs + 3_000);
});

test('an event that cannot be placed has no mark, and neither does a step on the curve', () => {
  const events = [
    { type: 'cancel_requested', step: 0, created_at: 'soon' },
    { type: 'training_step', step: 5, created_at: at(5) },
  ];
  expect(markWords(events, [], null, tenSteps)).toEqual([]);
  expect(markWords([{ type: 'job_error', created_at: at(1) }], [], null, noCurves)).toEqual([]);
});

test('checkpoints are marked once per step, and the best one is labelled', () => {
  expect(
    markWords(
      [],
      [{ step: 8 }, { step: 0, checkpoint_type: 'Intermediate (step 4)' }, { step: 8 }, { step: 0 }],
      8,
      noCurves,
    ),
  ).toEqual(['4 checkpoint 4', '8 checkpoint 8 · best']);
});

test('a checkpoint in a chain says its own step, which names it, and where it is drawn', () => {
  expect(markWords([], [{ step: 56 }, { step: 84 }], 56, noCurves, 112)).toEqual([
    '56 checkpoint 56, at 168 · best',
    '84 checkpoint 84, at 196',
  ]);
});

function run(id: string, points: readonly (readonly [number, number])[]): ChartRun {
  const curves = curvesOf({ 'train loss': points });
  return { id, label: id, curves, tokensPerStep: 8, dollarsPerStep: 1, startedMs: 0 };
}

const groups: Readonly<Record<string, string>> = { a: 'seeds', c: 'seeds', e: 'alone' };
const meansOf = (runs: readonly ChartRun[]) => meansOfGroups(runs, (id) => groups[id] ?? '');

test('the word of the best checkpoint is shown before that of its neighbour', () => {
  const marks = marksOf([], [{ step: 8 }, { step: 10 }], 10, tenSteps);
  const placed = placeMarks(marks, run('one', [[1, 1]]), [], 'step');
  const weights = placed.map(({ word, weight }) => ({ word, weight }));
  expect(weights.toSorted((one, other) => other.weight - one.weight)[0]?.word).toBe('checkpoint 10 · best');
});

test('a checkpoint saved after a restart, whose steps have no second points, is at its own time', () => {
  const points = [1, 2, 3, 4, 8].map((step) => ({
    name: 'train loss' as const,
    step,
    value: 1,
    timeMs: startMs + step * 1_000,
    line: step,
  }));
  const own: ChartRun = {
    ...run('one', []),
    curves: collectCurves('metrics', points),
    startedMs: startMs,
    restartsMs: [startMs + 5_000],
  };
  const placesOf = (x: 'step' | 'elapsed') => {
    const saved = [
      { step: 2, created_at: at(2.1) },
      { step: 4, created_at: at(7) },
    ];
    const drawn = tracksOf([own], { ...defaultChartView, x });
    return placeMarks(marksOf([], saved, null, own.curves), own, drawn, x).map((mark) => mark.x);
  };
  expect(placesOf('elapsed')).toEqual([2_000, 7_000]);
  expect(placesOf('step')).toEqual([2, 4]);
});

test('the runs of a group are replaced by their mean, at the position of the first; others stay', () => {
  const runs = ['x', 'a', 'b', 'c', 'e'].map((id) => run(id, [[1, 1]]));
  expect(meansOf(runs).map(({ id }) => id)).toEqual(['x', 'group seeds', 'b', 'e']);
});

test('the mean interpolates the runs that reach a step, with the lowest and highest', () => {
  const [mean] = meansOf([
    run('a', [
      [1, 4],
      [3, 2],
      [5, Number.NaN],
    ]),
    run('c', [
      [2, 5],
      [3, 4],
      [6, 1],
    ]),
  ]);
  const [segment] = mean?.curves.curves.get('train loss') ?? [];
  const [spread] = mean?.spread?.get('train loss') ?? [];
  expect(mean?.label).toBe('seeds (mean of 2)');
  expect([mean?.tokensPerStep, mean?.dollarsPerStep]).toEqual([8, null]);
  expect([...(segment?.steps ?? [])]).toEqual([1, 2, 3, 6]);
  expect([...(segment?.values ?? [])]).toEqual([4, 4, 3, 1]);
  expect([...(segment?.lines ?? [])]).toEqual([1, 2, 2, 1]);
  expect([...(spread?.low ?? [])]).toEqual([4, 3, 2, 1]);
  expect([...(spread?.high ?? [])]).toEqual([4, 5, 4, 1]);
});

test('a run without curves yet is not counted in the mean, and changes no unit', () => {
  const queued = { ...run('e', []), curves: noCurves, tokensPerStep: null };
  const [mean, ...others] = meansOfGroups([run('a', [[1, 4]]), queued], () => 'seeds');
  expect([mean?.label, mean?.tokensPerStep, others.length]).toEqual(['seeds (mean of 1 of 2)', 8, 0]);
  expect(throughputUnit([run('a', [[1, 4]]), queued])).toBe('tokens/s');
});

test('a log without times, which has no throughput, changes no unit', () => {
  const two: readonly (readonly [number, number])[] = [
    [1, 4],
    [2, 3],
  ];
  const points = two.map(([step, value]) => ({ name: 'train loss' as const, step, value, line: step }));
  const log = { ...run('log', []), curves: collectCurves('log.txt', points), tokensPerStep: null };
  expect(throughputUnit([run('a', two), log])).toBe('tokens/s');
  expect(throughputUnit([run('a', two), { ...run('b', two), tokensPerStep: null }])).toBe('steps/min');
});

test('only the restarted part of a run counts in the mean', () => {
  const restarted = run('a', [
    [1, 9],
    [2, 9],
    [2, 3],
    [1, 5],
    [2, 1],
  ]);
  const [mean] = meansOf([
    restarted,
    run('c', [
      [1, 5],
      [2, 3],
    ]),
  ]);
  const [segment] = mean?.curves.curves.get('train loss') ?? [];
  expect([...(segment?.values ?? [])]).toEqual([5, 2]);
});

test('a point of a mean says in table and file how many runs it has, the interpolated ones, and their range', () => {
  const [mean] = meansOf([
    run('a', [
      [1, 4],
      [2, 3],
      [4, 1],
    ]),
    run('c', [
      [2, 5],
      [3, 4],
    ]),
  ]);
  const tracks = tracksOf(mean === undefined ? [] : [mean], defaultChartView);
  const [track] = tracks;
  const rows = track && pointRows(track, { from: 0, to: 9 }, null);
  const words = ['1 run', '2 runs, 3 to 5', '2 runs, 1 interpolated, 2 to 4', '1 run'];
  expect(words.map((_, index) => rows?.row(index).source)).toEqual(words);
  expect([...pointsCsv(tracks, 0)].join('')).toContain('"2 runs, 3 to 5"');
});

const swept = {
  model_output_name: 'acme/sweep-1',
  learning_rate: 0.0005,
  n_epochs: 2,
  batch_size: 'max',
  seed: 1,
};

test('runs of a sweep are named with the settings in which they differ', () => {
  const other = { ...swept, id: 'b', model_output_name: 'acme/sweep-2', seed: 2 };
  expect(overlayNames([{ ...swept, id: 'a' }, other])).toEqual([
    'acme/sweep-1 · seed 1',
    'acme/sweep-2 · seed 2',
  ]);
  expect(
    overlayNames([
      { ...swept, id: 'a' },
      { ...other, learning_rate: 1e-4, batch_size: 8 },
    ]),
  ).toEqual(['acme/sweep-1 · lr 0.0005 · batch max · seed 1', 'acme/sweep-2 · lr 0.0001 · batch 8 · seed 2']);
});

test('a setting that a name says already is not said twice', () => {
  const one = { ...swept, id: 'a', model_output_name: 'acme/seed1-33eb3ab2' };
  const other = { ...swept, id: 'b', model_output_name: 'acme/seed-2', seed: 2 };
  expect(overlayNames([one, other])).toEqual(['acme/seed1-33eb3ab2', 'acme/seed-2']);
  const rates = [1e-4, 0.003].map((learning_rate, index) => ({
    id: `${index}`,
    model_output_name: ['acme/lr1e-4-33eb3ab2', 'acme/lr-0.003'][index] ?? '',
    learning_rate,
  }));
  expect(overlayNames(rates)).toEqual(['acme/lr1e-4-33eb3ab2', 'acme/lr-0.003']);
  const names = ['acme/seed1-33eb3ab2', 'acme/seed21 · seed 2'];
  expect(overlayNames([one, { ...other, model_output_name: 'acme/seed21' }])).toEqual(names);
});

test('a setting that is the same in all, or unknown in one, is left out', () => {
  expect(overlayNames([{ ...swept, id: 'a' }])).toEqual(['acme/sweep-1']);
  expect(
    overlayNames([
      { ...swept, id: 'a' },
      { ...swept, id: 'b' },
    ]),
  ).toEqual(['acme/sweep-1', 'acme/sweep-1']);
  expect(
    overlayNames([
      { ...swept, id: 'a' },
      { id: 'b', model_output_name: 'acme/other' },
    ]),
  ).toEqual(['acme/sweep-1', 'acme/other']);
});

test('lines over time break at a restart', () => {
  const events = [{ type: 'job_restarted', created_at: at(4.5) }];
  const broken = chartRunOf({ record: { id: 'f' }, events, curves: tenSteps }, null, null);
  const breaksBy = (x: 'step' | 'wall') => tracksOf([broken], { ...defaultChartView, x })[0]?.breaks;
  expect([breaksBy('step'), breaksBy('wall')]).toEqual([[], [startMs + 4_500]]);
});

test('a run keeps its colour when others come before it or go', () => {
  const [a, b, c] = [run('a', [[1, 1]]), run('b', [[1, 1]]), run('c', [[1, 1]])];
  const first = slotsOf([b, c], new Map());
  const coloursOf = (all: readonly ChartRun[], slots = slotsOf(all, first)) =>
    tracksOf(all, defaultChartView, false, slots).map((track) => `${track.run.id} ${track.colour}`);
  expect(coloursOf([b, c])).toEqual(['b series-1', 'c series-2']);
  expect(coloursOf([a, b, c])).toEqual(['a series-3', 'b series-1', 'c series-2']);
  expect(coloursOf([a, c])).toEqual(['a series-1', 'c series-2']);
  expect(slotsOf([c, b], first)).toBe(first);
});
