import { expect, test } from 'vitest';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { lastAndBest } from '#pages/fine-tunes/charts/track.ts';
import { lowestPoint } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { timedSteps } from '#pages/fine-tunes/testing/facts.ts';
import { changeWords, lossNow, newestPoint, priceLabel, statusSince, trainedMs } from './Figures.tsx';
import { eventEntries, eventPhases } from './event-phases.ts';

const curves = (values: readonly number[]) =>
  collectCurves(
    'test',
    values.map((value, index) => ({ name: 'train loss', step: index + 1, value, line: index + 1 })),
  );

const lowestOf = (values: readonly number[]) => lowestPoint(curves(values).curves.get('train loss') ?? []);

test('the newest point is the last one, even if NaN', () => {
  expect(newestPoint(curves([3, 2]), 'train loss')).toEqual({ step: 2, value: 2 });
  expect(newestPoint(curves([3, Number.NaN]), 'train loss')).toEqual({ step: 2, value: Number.NaN });
  expect(newestPoint(curves([3]), 'eval loss')).toBeNull();
});

test('the lowest point ignores non-finite values, and is null without finite ones', () => {
  expect(lowestOf([3, -Infinity, 1, Number.NaN, 2])).toEqual({ step: 3, value: 1 });
  expect(lowestOf([Number.NaN])).toBeNull();
  expect(lowestOf([])).toBeNull();
});

test('the lowest point is one that no restart discarded, and the first of equals', () => {
  const restarted = [4, 1, 3, 2, 2].map((value, index) => {
    const step = [10, 20, 30, 20, 30][index] ?? 0;
    return { name: 'eval loss' as const, step, value, line: index + 1 };
  });
  const segments = collectCurves('test', restarted).curves.get('eval loss') ?? [];
  expect(segments).toHaveLength(2);
  expect(lowestPoint(segments)).toEqual({ step: 20, value: 2 });
  expect(lastAndBest({ segments })).toEqual({ last: 2, best: 2 });
});

test('a falling loss has a negative change, given at least ten points', () => {
  const falling = Array.from({ length: 40 }, (_, index) => 10 - index / 10);
  expect(lossNow(curves(falling))?.trend?.change).toBeCloseTo(-0.4, 2);
  expect(lossNow(curves(falling))?.trend?.steps).toBe(4);
  expect(lossNow(curves(falling.slice(0, 9)))?.trend).toBeNull();
});

test('the last loss is the measured one, and the smoothed one is shown separately', () => {
  const values = [...Array.from({ length: 20 }, () => 1), 9];
  const now = lossNow(curves(values));
  expect(now?.value).toBe(9);
  expect(now?.trend?.smoothed).toBeCloseTo(4.2, 2);
});

test('a constant loss has no change, and a broken one is shown as broken', () => {
  expect(lossNow(curves(Array.from({ length: 30 }, () => 2)))).toEqual({
    value: 2,
    trend: { smoothed: 2, change: 0, steps: 3 },
  });
  expect(lossNow(curves([1, Number.POSITIVE_INFINITY]))).toEqual({ value: Infinity, trend: null });
  expect(lossNow(curves([]))).toBeNull();
});

const base = Date.UTC(2026, 10, 21, 10);
const at = (second: number) => new Date(base + second * 1_000).toISOString();
const event = (second: number, type: string, message = type) => ({ type, created_at: at(second), message });
const life = [
  event(0, 'job_pending'),
  event(9, 'job_start'),
  event(16, 'training_data_downloading'),
  event(21, 'training_start'),
];

/** `since 9`, in seconds. */
function sinceOf(record: Partial<FineTune>, events = life): string {
  const phases = eventPhases(eventEntries(events), record.status, base + 300_000);
  const found = statusSince({ id: 'ft-1', ...record }, phases);
  return found === null ? 'unknown' : `${found.kind} ${(found.atMs - base) / 1_000}`;
}

test('a running job counts from its start, not from when it was first seen', () => {
  expect(sinceOf({ status: 'running', updated_at: at(250) })).toBe('since 9');
  expect(sinceOf({ status: 'running', started_at: at(21), updated_at: at(250) })).toBe('since 21');
  expect(sinceOf({ status: 'cancel_requested' }, [...life, event(80, 'cancel_requested')])).toBe('since 80');
});

test('a job whose training broke off counts from where it goes on', () => {
  const resumed = event(70, 'job_restarted', 'Job restarted: training resumes from step 8.');
  const broken = [...life, event(40, 'training_step'), event(45, 'training_step'), resumed];
  expect(sinceOf({ status: 'running', updated_at: at(250) }, broken)).toBe('restarted 70');
  const packing = [...broken, event(90, 'training_complete'), event(91, 'model_compressing')];
  expect(sinceOf({ status: 'compressing', updated_at: at(91) }, packing)).toBe('since 91');
});

test('a training that was interrupted took what it did before and after, without the wait', () => {
  const restarted = [
    ...life,
    event(60, 'job_restarted'),
    event(70, 'job_start'),
    event(75, 'training_start'),
  ];
  const events = [...restarted, event(90, 'job_stopped')];
  const phases = eventPhases(eventEntries(events), 'cancelled', base + 300_000);
  const times = timedSteps([
    { step: 8, timeMs: base + 76_000 },
    { step: 9, timeMs: base + 89_000 },
  ]);
  expect(trainedMs(phases, times)).toBe((60 - 21 + 90 - 75) * 1_000);
  expect(trainedMs([], times)).toBe(13_000);
  const open = eventPhases(eventEntries(restarted), 'running', base + 300_000);
  expect(trainedMs(open, times)).toBe(13_000);
});

test('a waiting job counts from when it was queued, or from its restart', () => {
  expect(sinceOf({ status: 'queued' }, life.slice(0, 1))).toBe('since 0');
  expect(sinceOf({ status: 'pending', created_at: at(-5) }, [])).toBe('since -5');
  expect(sinceOf({ status: 'running' }, [...life, event(50, 'job_restarted'), event(60, 'job_start')])).toBe(
    'restarted 60',
  );
});

test('an ended job counts from its end, not from its last stage', () => {
  const ended = [...life, event(90, 'job_complete')];
  expect(sinceOf({ status: 'completed', started_at: at(21), updated_at: at(91) }, ended)).toBe('ended 90');
  expect(sinceOf({ status: 'completed', started_at: at(21), updated_at: at(91) }, [])).toBe('ended 91');
});

test('an unknown beginning falls back to the newest event, and is unknown without times', () => {
  expect(sinceOf({ status: 'running', updated_at: at(250) }, [])).toBe('updated 250');
  expect(sinceOf({ status: 'thinking', updated_at: at(250) })).toBe('updated 250');
  expect(sinceOf({ status: 'running' }, [])).toBe('unknown');
});

test('the trend says by how much the loss changed, and over how many steps', () => {
  expect(changeWords({ smoothed: 2, change: -0.0127, steps: 28 })).toBe('smoothed ▼ 0.013 in 28 steps');
  expect(changeWords({ smoothed: 2, change: 0.5, steps: 2 }, 'report')).toBe('smoothed ▲ 0.5 in 2 reports');
  expect(changeWords({ smoothed: 2, change: 0.5, steps: 1 })).toBe('smoothed ▲ 0.5 in 1 step');
  expect(changeWords({ smoothed: 2, change: 0, steps: 3 })).toBe('smoothed unchanged in 3 steps');
});

const labelOf = (status?: string, unit: 'dollars' | 'as sent' = 'dollars', early_stopped = false) =>
  priceLabel({ id: 'x', status, early_stopped }, unit);

test('the price of a job that ended early is said to be of the whole training', () => {
  expect([labelOf('running'), labelOf('completed'), labelOf()]).toEqual(['price', 'price', 'price']);
  expect(labelOf('cancelled')).toBe('price of the whole training');
  expect(labelOf('completed', 'dollars', true)).toBe('price of the whole training');
  expect(labelOf('error', 'as sent')).toBe('price of the whole training (unit unknown)');
});
