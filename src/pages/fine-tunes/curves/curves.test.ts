import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FineTuneMetrics } from '#api/metrics.ts';
import { readMetricColumns } from '#api/schema/metric-columns.ts';
import { currentStep } from './step-times.ts';
import { readMessage, readLogNumber } from './curve-of-key.ts';
import { pointCount, sourceOf, type CurvePoint } from './curve.ts';
import { curvesOf, collectCurves, curvesFromEvents, curvesFromMetrics } from './fine-tune-curves.ts';
import { mergeCurves, placedCurves } from './merge-curves.ts';

function point(step: number, value: number, line = 1): CurvePoint {
  return { name: 'train loss', step, value, line };
}

test.each([
  ['Step 100/100: training loss=0.00', 100, [['train loss', 0]]],
  [
    "{'loss': 12.345, 'learning_rate': 0.0, 'epoch': 0.97}",
    null,
    [
      ['train loss', 12.345],
      ['learning rate', 0],
    ],
  ],
  ["{'eval_loss': 23.456}", null, [['eval loss', 23.456]]],
  ['Step 8: validation loss: 1.5e-3', 8, [['eval loss', 0.0015]]],
  ['Step 30/300: evaluation loss=1.8732', 30, [['eval loss', 1.8732]]],
  ['Step 3: test loss=1.5', 3, []],
  ['Step 10/20: loss=0.40, best loss=0.20', 10, [['train loss', 0.4]]],
  ['Step 4: avg loss: 2, total loss: 3', 4, []],
  ['INFO loss=0.5', null, [['train loss', 0.5]]],
  ['Step 5 is done: training loss=0.40.', 5, [['train loss', 0.4]]],
  ['Step 5: loss=1.2.3', 5, []],
  [
    "{'loss': '1.2552', 'grad_norm': nan}",
    null,
    [
      ['train loss', 1.2552],
      ['gradient norm', Number.NaN],
    ],
  ],
  ['Epoch completed, at step 24', 24, []],
  ['Job finished at Wed Apr  9 20:06:33 UTC 2025', null, []],
  ['Training started for model acme/loss-7b', null, []],
] as const)('“%s” is read', (message, step, values) => {
  const read = readMessage(message);
  expect([read.step, read.values.map(({ name, value }) => [name, value])]).toEqual([step, values]);
});

test.each([
  ['1e-05', 1e-5],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['inf', Number.POSITIVE_INFINITY],
  ["'0.5'", 0.5],
  ['None', undefined],
  ['0x10', undefined],
  ['', undefined],
])('the number %s', (text, value) => expect(readLogNumber(text)).toEqual(value));

function metricsOf(rows: readonly object[]): FineTuneMetrics {
  const columns = readMetricColumns(rows);
  if (columns === null) throw new Error('no rows');
  return { columns, origin: {}, newestMs: Math.max(...columns.timesMs) };
}

test('the last of a repeated step counts, and a step back begins a segment', () => {
  const { curves } = collectCurves('file', [point(1, 5), point(2, 4), point(2, 3), point(1, 9), point(2, 8)]);
  const segments = curves.get('train loss') ?? [];
  expect(segments.map(({ steps }) => steps.join())).toEqual(['1,2', '1,2']);
  expect(segments.map(({ values }) => values.join())).toEqual(['5,3', '9,8']);
  expect(pointCount(segments)).toBe(4);
});

test('sources are merged by step, and the more trusted one wins', () => {
  const events = collectCurves('events', [point(1, 1.0, 11), point(2, 2.0, 12)]);
  const metrics = collectCurves('metrics', [point(2, 2.02, 1), point(3, 3.03, 2)]);
  const merged = mergeCurves([events, metrics]);
  const [segment] = merged.curves.get('train loss') ?? [];
  expect(segment && [[...segment.steps], [...segment.values]]).toEqual([
    [1, 2, 3],
    [1, 2.02, 3.03],
  ]);
  expect(segment && [0, 1, 2].map((index) => sourceOf(merged, segment, index))).toEqual([
    'events, row 11',
    'metrics, row 1',
    'metrics, row 2',
  ]);
});

test('a later source without times keeps the time another source gives for the step', () => {
  const timed = (step: number, value: number, timeMs: number) => ({
    ...point(step, value),
    timeMs,
    epoch: step / 10,
  });
  const events = collectCurves('events', [timed(1, 1, 100), timed(2, 2, 200)]);
  const log = collectCurves('run.log', [point(2, 2.5), point(3, 3)]);
  const [segment] = mergeCurves([events, log]).curves.get('train loss') ?? [];
  expect(segment && [...segment.values]).toEqual([1, 2.5, 3]);
  expect(segment && [...segment.timesMs]).toEqual([100, 200, Number.NaN]);
  expect(segment && [...segment.epochs]).toEqual([0.1, 0.2, Number.NaN]);
});

test('other metrics stay, placed like the rest, where a curve lacks the epochs of another', () => {
  const placed = placedCurves(
    collectCurves('metrics.csv', [
      { name: 'train loss', step: 1, value: 2, epoch: 0.5, line: 1 },
      { name: 'learning rate', step: 1, value: 1e-4, line: 2 },
      { name: 'metric:val_acc', step: 1, value: 0.6, line: 3 },
    ]),
  );
  expect([...placed.curves].map(([name, [segment]]) => [name, segment?.epochs[0]])).toEqual([
    ['train loss', 0.5],
    ['learning rate', 0.5],
    ['metric:val_acc', 0.5],
  ]);
});

test('a source with only the newest restart joins that segment, and older segments stay', () => {
  const events = collectCurves('events', [point(1, 1), point(5, 2), point(2, 7)]);
  const metrics = collectCurves('metrics', [point(2, 70), point(3, 71)]);
  const segments = mergeCurves([events, metrics]).curves.get('train loss') ?? [];
  expect(segments.map(({ values }) => values.join())).toEqual(['1,2', '70,71']);
});

test('events bring the losses of their messages, with their time', () => {
  const created_at = '2026-01-01T00:00:00Z';
  const { curves } = curvesFromEvents([
    { type: 'job_start', message: 'Training started' },
    { type: 'training_step', message: 'Step 10/20: training loss=1.25', step: 10, created_at },
    { type: 'eval_complete', message: "{'eval_loss': 2.5}", step: 10, created_at },
  ]);
  expect(curves.get('train loss')?.[0]?.timesMs[0]).toBe(Date.parse(created_at));
  expect(curves.get('eval loss')?.[0]?.lines[0]).toBe(3);
});

test('the step of an event is its field, or else the one in its message', () => {
  const { curves } = curvesFromEvents([
    { message: 'Epoch 2, step 3: loss=1', step: 503 },
    { message: 'Step 504: loss=0.9', step: 0 },
    { message: "{'loss': 0.8}" },
  ]);
  expect(curves.get('train loss')?.map(({ steps }) => steps.join())).toEqual(['503,504']);
});

test('events without steps are counted, which the source notes and progress ignores', () => {
  const events = [
    { message: "{'loss': 12.345, 'learning_rate': 0.0, 'epoch': 0.97}" },
    { message: "{'loss': 11.5, 'epoch': 1.2}" },
    { message: "{'eval_loss': 23.456}" },
  ];
  const set = curvesFromEvents(events);
  const [train] = set.curves.get('train loss') ?? [];
  expect(train && [[...train.steps], [...train.values], sourceOf(set, train, 1)]).toEqual([
    [1, 2],
    [12.345, 11.5],
    'events, steps counted, row 2',
  ]);
  expect([...(set.curves.get('eval loss')?.[0]?.steps ?? [])]).toEqual([2]);
  const facts = { record: { id: 'a', total_steps: 400 }, events, curves: set };
  expect(currentStep(facts)).toBeNull();
  // Counted steps are not the metrics' steps.
  const rows = [{ 'train/global_step': 10, 'train/loss': 5 }];
  expect(
    curvesOf(events, metricsOf(rows))
      .curves.get('train loss')
      ?.map(({ steps }) => steps.join()),
  ).toEqual(['10']);
});

test.each([
  ['seconds', 1_700_000_000],
  ['milliseconds', 1_700_000_000_000],
  ['nanoseconds', 1_700_000_000_000_000_000],
  ['nanoseconds as text', '1700000000000000000'],
  ['a date', '2023-11-14T22:13:20Z'],
])('the time of a row in %s', (_, timestamp) => {
  const rows = [{ 'train/global_step': 1, 'train/loss': 1, timestamp }];
  const [segment] = curvesFromMetrics(metricsOf(rows)).curves.get('train loss') ?? [];
  expect(segment?.timesMs[0]).toBe(1_700_000_000_000);
});

test('a time without a zone is UTC, whatever the zone of the browser', () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Pacific/Auckland';
  const message = 'Step 1/2: training loss=1';
  const { curves } = curvesFromEvents([{ message, created_at: '2026-01-01T00:00:00' }]);
  const local = new Date(2026, 0, 1).getTime();
  if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ');
  else process.env['TZ'] = zone;
  expect(local).not.toBe(Date.UTC(2026, 0, 1));
  expect(curves.get('train loss')?.[0]?.timesMs[0]).toBe(Date.UTC(2026, 0, 1));
});

test('rows sent newest first form one curve, each with its position in the answer', () => {
  const rows = [3, 2, 1].map((step) => ({
    'train/global_step': step,
    'train/loss': step,
    timestamp: String(1_700_000_000_000_000_000 + step * 1e9),
  }));
  const segments = curvesFromMetrics(metricsOf(rows)).curves.get('train loss') ?? [];
  expect(segments.map(({ steps, lines }) => [steps.join(), lines.join()])).toEqual([['1,2,3', '3,2,1']]);
});

test('metrics bring every curve, infinities included', () => {
  const { curves } = curvesFromMetrics(
    metricsOf([
      {
        'train/global_step': 1,
        'train/loss': Number.POSITIVE_INFINITY,
        'train/learning_rate': 0.1,
        timestamp: '1700000000000000000',
      },
      { 'train/global_step': 1, 'eval/loss': 3 },
      { 'train/loss': 9 },
    ]),
  );
  expect(curves.get('train loss')?.[0]?.values[0]).toBe(Number.POSITIVE_INFINITY);
  expect(curves.get('train loss')?.[0]?.timesMs[0]).toBe(1_700_000_000_000);
  expect([...curves.keys()].toSorted((one, other) => one.localeCompare(other))).toEqual([
    'eval loss',
    'learning rate',
    'train loss',
  ]);
});

test('a source with elapsed times keeps them when another source joins its steps', () => {
  const plain = collectCurves('events', [point(1, 9), point(2, 8)]);
  const [segment] = collectCurves('log', [point(2, 7), point(3, 6)]).curves.get('train loss') ?? [];
  if (segment === undefined) throw new Error('no segment');
  const timed = { ...segment, elapsedMs: Float64Array.of(20, 30) };
  const merged = mergeCurves([plain, { sources: ['log'], curves: new Map([['train loss', [timed]]]) }]);
  expect(merged.curves.get('train loss')?.map(({ elapsedMs }) => elapsedMs)).toEqual([
    Float64Array.of(Number.NaN, 20, 30),
  ]);
});

test('rows added later give the same curves as all at once, including restarts and repeated steps', () => {
  const row = fc.record({
    timestamp: fc.integer({ min: 1_700_000_000, max: 1_700_000_006 }),
    'train/global_step': fc.nat(4),
    'train/loss': fc.constantFrom(1, 2, Number.NaN),
    'eval/loss': fc.constantFrom(undefined, 3),
  });
  const rising = fc
    .array(row, { maxLength: 12 })
    .map((rows) => rows.toSorted((one, other) => one.timestamp - other.timestamp));
  fc.assert(
    fc.property(fc.oneof(rising, fc.array(row, { maxLength: 12 })), fc.nat(12), (rows, cut) => {
      const first = metricsOf(rows.slice(0, cut));
      curvesFromMetrics(first);
      const all = metricsOf(rows);
      expect(curvesFromMetrics({ ...all, origin: first.origin })).toEqual(curvesFromMetrics(all));
    }),
  );
});

test('a NaN that the metrics state is a point, and a missing loss is none', () => {
  const rows = [1, 'NaN', null, undefined].map((loss, index) => ({
    'train/global_step': index + 1,
    'train/loss': loss,
    'train/grad_norm': loss,
    'eval/loss': loss,
  }));
  const { curves } = curvesFromMetrics(metricsOf(rows));
  for (const name of ['train loss', 'gradient norm', 'eval loss'] as const)
    expect(curves.get(name)?.map(({ steps, values }) => [steps, values])).toEqual([
      [Float64Array.of(1, 2), Float64Array.of(1, Number.NaN)],
    ]);
});

test('a column in which nothing is known is empty, until something is', () => {
  const row = { 'train/global_step': 1, 'train/loss': 9 };
  const first = metricsOf([row, { ...row, 'train/global_step': 2 }]);
  const later = { ...row, 'train/global_step': 3, 'train/epoch': 0.5 };
  const columns = [
    first,
    { ...metricsOf([row, { ...row, 'train/global_step': 2 }, later]), origin: first.origin },
  ]
    .map(curvesFromMetrics)
    .map(({ curves }) => curves.get('train loss')?.[0]);
  expect(columns).toMatchObject([
    { epochs: new Float64Array(), timesMs: new Float64Array() },
    { epochs: Float64Array.of(Number.NaN, Number.NaN, 0.5), timesMs: new Float64Array() },
  ]);
});

test.each([
  ['Step 1,200/3,000: training loss=1,234.5', 1200, 1234.5],
  ['step=120 loss=1.5', 120, 1.5],
  ['global_step: 120, loss: 1.5', 120, 1.5],
  ['step 7, 300 rows: loss=1.5, 200 tokens', 7, 1.5],
])('%s', (message, step, value) => {
  expect(readMessage(message)).toMatchObject({ step, values: [{ name: 'train loss', value }] });
});

test('a share is no step', () => {
  expect(readMessage('step: 12.5% loss: 1.5').step).toBeNull();
});
