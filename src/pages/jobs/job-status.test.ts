import { expect, test } from 'vitest';
import type { Job } from '#api/schema/job.ts';
import { aboutWords, failureReason, updateEntries, updatePhases } from './job-status.ts';

test.each([
  [
    { modelName: 'acme/tales', modelSource: 'tales.gguf', description: 'Tells.' },
    'acme/tales from tales.gguf',
  ],
  [{ modelName: 'acme/tales', baseModel: 'inferdeck/tale-1m' }, 'acme/tales from inferdeck/tale-1m'],
  [{ modelName: 'acme/tales', modelSource: '' }, 'acme/tales'],
  [{ dataset: 'd-1', count: 4, region: 'north' }, 'd-1, north'],
  [{ count: 4, nested: {} }, ''],
  [{}, ''],
])('%j is described as “%s”', (args, words) => {
  expect(aboutWords({ args })).toBe(words);
});

test('a job without arguments has no subject', () => {
  expect(aboutWords({})).toBe('');
});

test('long arguments are cut', () => {
  expect(aboutWords({ args: { modelName: 'x'.repeat(1000) } })).toHaveLength(200);
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();
const job = (...updates: NonNullable<Job['status_updates']>): Job => ({ status_updates: updates });
const nowMs = Date.parse(at(50));

const life = job(
  { status: 'Queued', message: 'Waits', timestamp: at(0) },
  { status: 'Running', message: 'Checks', timestamp: at(4) },
  { status: 'Running', message: 'Converts', timestamp: at(9) },
  { status: 'Complete', message: 'Done', timestamp: at(20) },
);

const phasesOf = (updates: Job, untilMs: number | null = null) =>
  updatePhases(updateEntries(updates), untilMs, nowMs).map(
    ({ name, startMs, endMs, isOpen }) => `${name} ${(endMs - startMs) / 1000}${isOpen ? ' open' : ''}`,
  );

test('each status lasts until the next one, and a terminal status has no duration', () => {
  expect(phasesOf(life)).toEqual(['Queued 4', 'Running 16']);
});

test('the last status of a job that has ended is over, even if no update says so', () => {
  const untold = job(...(life.status_updates ?? []).slice(0, 3));
  expect(phasesOf(untold, Date.parse(at(20)))).toEqual(['Queued 4', 'Running 16']);
});

test('the current status lasts until now, and a repeated status appears again', () => {
  expect(phasesOf(job(...(life.status_updates ?? []), { status: 'Running', timestamp: at(30) }))).toEqual([
    'Queued 4',
    'Running 16',
    'Running 20 open',
  ]);
});

test('updates that are unsorted, repeated, in the future or without a time are all kept', () => {
  const entries = updateEntries(
    job(
      { status: 'Running', message: 'b', timestamp: at(4) },
      { status: 'Queued', message: 'a', timestamp: at(0) },
      { status: 'Running', message: 'b', timestamp: at(4) },
      { status: 'Running', message: 'no time', timestamp: 'soon' },
      { status: 'Complete', message: 'future', timestamp: '2099-01-01T00:00:00Z' },
    ),
  );
  expect(entries.map(({ message }) => message)).toEqual(['a', 'b', 'b', 'no time', 'future']);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(5);
  expect(entries[3]).toMatchObject({ timeMs: null, timeText: 'soon' });
});

test('a job without updates has none', () => {
  expect(updateEntries({})).toEqual([]);
  expect(phasesOf({})).toEqual([]);
});

test('the reason of a failure is its last message, and a job that did not fail has none', () => {
  const entries = updateEntries(
    job(
      { status: 'Running', message: 'Checks', timestamp: at(4) },
      { status: 'Failed', message: 'Its first line does not describe a model.', timestamp: at(5) },
    ),
  );
  expect(failureReason('Failed', entries)).toBe('Its first line does not describe a model.');
  expect(failureReason('Running', entries)).toBeNull();
  expect(failureReason('Failed', [])).toBeNull();
});
