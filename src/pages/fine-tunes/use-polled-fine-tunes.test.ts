import { expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { defaultThresholds } from '#pages/fine-tunes/alerts/thresholds.ts';
import { findAlerts } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { startMs } from '#pages/fine-tunes/testing/facts.ts';
import { curvesOf } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { listMemory, rememberList } from './fine-tunes-query.ts';
import { serviceClock } from './use-polled-fine-tunes.ts';

const day = 86_400_000;
const client = () => createClient({ id: 'c', baseUrl: '/v1', token: null });

const at = (second: number) => new Date(startMs + second * 1_000).toISOString();
const events = [
  { type: 'training_start', created_at: at(0) },
  ...[1, 2, 3, 4, 5, 6].map((step) => ({ type: 'training_step', step, created_at: at(step) })),
];
const running: FineTune = { id: 'ft-1', status: 'running', updated_at: at(6), events };
const list = { items: [running], raw: [running], unreadable: [], notes: [] };

/** Of a running job, after answers at these seconds of the service. */
function alertsBy(aheadMs: number, knownMs: number | null, seconds: readonly number[]) {
  const memory = listMemory(client());
  for (const second of seconds) rememberList(memory, list, true, startMs + aheadMs + second * 1_000);
  const { minAheadMs } = serviceClock({ clockOffsetMs: () => knownMs }, memory);
  const readMs = startMs + aheadMs + (seconds.at(-1) ?? 0) * 1_000 + minAheadMs;
  const facts = { record: running, events, curves: curvesOf(events), checkpoints: null };
  return findAlerts(facts, defaultThresholds, readMs).map(({ kind }) => kind);
}

test('a local clock a day ahead raises no stall, whether the service sends its time or not', () => {
  expect(alertsBy(day, -day, [7])).toEqual([]);
  expect(alertsBy(day, null, [7])).toEqual([]);
  expect(alertsBy(-day, null, [7])).toEqual([]);
});

test('a silence counts by the service’s clock, and without one since its newest time was first seen', () => {
  expect(alertsBy(day, -day, [3_600])).toEqual(['stall']);
  expect(alertsBy(day, null, [3_600])).toEqual([]);
  expect(alertsBy(day, null, [7, 3_600])).toEqual(['stall']);
});

test('an unknown clock does not shift ages', () => {
  expect(serviceClock(client(), { minAheadMs: null })).toEqual({ aheadMs: 0, minAheadMs: 0 });
  expect(serviceClock(client(), { minAheadMs: -day })).toEqual({ aheadMs: 0, minAheadMs: -day });
});
