import { expect, test } from 'vitest';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { eventEntries } from '#pages/fine-tunes/timeline/event-entries.ts';
import { eventPhases } from '#pages/fine-tunes/timeline/event-phases.ts';
import { statusSince } from './status-since.ts';

const base = Date.UTC(2026, 10, 21, 10);
const at = (second: number) => new Date(base + second * 1_000).toISOString();
const event = (second: number, type: string) => ({ type, created_at: at(second) });
const life = [
  event(0, 'job_pending'),
  event(9, 'job_start'),
  event(16, 'training_data_downloading'),
  event(21, 'training_start'),
];

/** As `since 9`, in seconds. */
function told(record: Partial<FineTune>, events = life): string {
  const phases = eventPhases(eventEntries(events), record.status, base + 300_000);
  const found = statusSince({ id: 'ft-1', ...record }, phases);
  return found === null ? 'unknown' : `${found.kind} ${(found.atMs - base) / 1_000}`;
}

test('a job that works does so since its turn came, and not since it was heard of', () => {
  expect(told({ status: 'running', updated_at: at(250) })).toBe('since 9');
  expect(told({ status: 'running', started_at: at(21), updated_at: at(250) })).toBe('since 21');
  expect(told({ status: 'cancel_requested' }, [...life, event(80, 'cancel_requested')])).toBe('since 80');
});

test('a job that waits does so since it was queued, and again since its restart', () => {
  expect(told({ status: 'queued' }, life.slice(0, 1))).toBe('since 0');
  expect(told({ status: 'pending', created_at: at(-5) }, [])).toBe('since -5');
  expect(told({ status: 'running' }, [...life, event(50, 'job_restarted'), event(60, 'job_start')])).toBe(
    'since 60',
  );
});

test('a job that is over is so since its end, not since the stage that it ended in', () => {
  const ended = [...life, event(90, 'job_complete')];
  expect(told({ status: 'completed', started_at: at(21), updated_at: at(91) }, ended)).toBe('since 90');
  expect(told({ status: 'completed', started_at: at(21), updated_at: at(91) }, [])).toBe('since 91');
});

test('where nothing tells the beginning, the newest sign is what it is, and no time is none', () => {
  expect(told({ status: 'running', updated_at: at(250) }, [])).toBe('heard 250');
  expect(told({ status: 'thinking', updated_at: at(250) })).toBe('heard 250');
  expect(told({ status: 'running' }, [])).toBe('unknown');
});
