import { expect, test } from 'vitest';
import { createRecorder } from './recorder.ts';
import { queueOf, sightingOf, type Sighting } from './sighting.ts';
import { sinceLastVisit } from './SinceLastVisit.tsx';

const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
const minute = 60_000;
const hour = 60 * minute;
const base = Date.UTC(2026, 0, 1);
const job = (status: string, queue_depth: number, step = 0, id = 'ft-1') => ({
  id,
  status,
  queue_depth,
  steps_completed: step,
});
const seenAt = (atMs: number, ...jobs: readonly ReturnType<typeof job>[]): readonly Sighting[] =>
  jobs.map((each) => sightingOf('c', each, atMs));

test('what is no news is not written, but a job that waits is seen to wait', async () => {
  const recorder = createRecorder(blocked);
  for (const seconds of [0, 5, 10, 60, 65, 130])
    await recorder.note('c', seenAt(base + seconds * 1_000, job('queued', 3)), base + seconds * 1_000);
  const { seen, before } = await recorder.note('c', seenAt(base + 131_000, job('queued', 2)), base + 131_000);
  expect(seen.get('ft-1')?.map(({ atMs, queueDepth }) => [(atMs - base) / 1_000, queueDepth])).toEqual([
    [0, 3],
    [60, 3],
    [130, 3],
    [131, 2],
  ]);
  expect(before).toBeNull();
  expect(recorder.isKept()).toBe(false);
});

test('a long time without an answer parts two visits, and what changed between them is told', async () => {
  const recorder = createRecorder(blocked);
  const first = [job('running', 0, 120), job('queued', 2, 0, 'ft-2'), job('completed', 0, 9, 'ft-3')];
  await recorder.note('c', seenAt(base, ...first), base);
  await recorder.note('c', seenAt(base + 5 * minute, ...first), base + 5 * minute);
  const later = base + 3 * hour;
  const now = seenAt(
    later,
    job('completed', 0, 300),
    job('queued', 1, 0, 'ft-2'),
    job('completed', 0, 9, 'ft-3'),
    job('queued', 3, 0, 'ft-4'),
  );
  const recorded = await recorder.note('c', now, later);
  expect(recorded.before).toEqual({ beganMs: base, lastMs: base + 5 * minute });
  expect(sinceLastVisit(recorded, now)).toEqual([
    { jobId: 'ft-1', words: ['running → completed', 'step 120 → 300'] },
    { jobId: 'ft-2', words: ['jobs ahead 2 → 1'] },
    { jobId: 'ft-4', words: ['new'] },
  ]);
  // A visit's answers share the last visit.
  const again = await recorder.note('c', now, later + minute);
  expect(again.before).toEqual(recorded.before);
});

test('connections do not see one another, and two answers at once are one visit', async () => {
  const recorder = createRecorder(blocked);
  const [one, two] = await Promise.all([
    recorder.note('c', seenAt(base, job('running', 0)), base),
    recorder.note('c', seenAt(base + 1, job('running', 0)), base + 1),
  ]);
  expect([one.before, two.before]).toEqual([null, null]);
  expect((await recorder.note('other', [], base + hour)).seen.size).toBe(0);
  expect(sinceLastVisit(two, [])).toBeNull();
});

test('a depth of 0 is the first place of a queue that was seen to move, and else not set', () => {
  const seen = [
    ...seenAt(0, job('queued', 0)),
    ...seenAt(1, job('queued', 2)),
    ...seenAt(2, job('queued', 0)),
    ...seenAt(3, job('running', 0)),
  ];
  expect(queueOf(seen)).toEqual([
    { atMs: 0, isWaiting: true, depth: null },
    { atMs: 1, isWaiting: true, depth: 2 },
    { atMs: 2, isWaiting: true, depth: 0 },
    { atMs: 3, isWaiting: false, depth: null },
  ]);
});
