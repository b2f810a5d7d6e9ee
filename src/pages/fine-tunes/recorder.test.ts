import { expect, test } from 'vitest';
import {
  createRecorder,
  queueOf,
  sightingOf,
  type Sighting,
  keptVisits,
  longestKeptMs,
  sightingLimit,
  sightingsToDrop,
  visitLimit,
  type StoredSighting,
  type StoredVisit,
} from './recorder.ts';
import { queueWords, sinceLastVisit, waitOf } from './SinceLastVisit.tsx';

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

test('unchanged answers are not written, except sightings of a waiting job', async () => {
  const recorder = createRecorder(blocked);
  for (const seconds of [0, 5, 10, 60, 65, 130])
    await recorder('c', seenAt(base + seconds * 1_000, job('queued', 3)), base + seconds * 1_000);
  const { seen, before } = await recorder('c', seenAt(base + 131_000, job('queued', 2)), base + 131_000);
  expect(seen.get('ft-1')?.map(({ atMs, queueDepth }) => [(atMs - base) / 1_000, queueDepth])).toEqual([
    [0, 3],
    [60, 3],
    [130, 3],
    [131, 2],
  ]);
  expect(before).toBeNull();
});

test('a long gap separates two visits, and changes between them are reported', async () => {
  const recorder = createRecorder(blocked);
  const first = [job('running', 0, 120), job('queued', 2, 0, 'ft-2'), job('completed', 0, 9, 'ft-3')];
  await recorder('c', seenAt(base, ...first), base);
  await recorder('c', seenAt(base + 5 * minute, ...first), base + 5 * minute);
  const later = base + 3 * hour;
  const now = seenAt(
    later,
    job('completed', 0, 300),
    job('queued', 1, 0, 'ft-2'),
    job('completed', 0, 9, 'ft-3'),
    job('queued', 3, 0, 'ft-4'),
  );
  const recorded = await recorder('c', now, later);
  expect(recorded.before).toEqual({ beganMs: base, lastMs: base + 5 * minute });
  expect(sinceLastVisit(recorded, now)).toEqual([
    { jobId: 'ft-1', words: ['running → completed', 'step 120 → 300'] },
    { jobId: 'ft-2', words: ['jobs ahead 2 → 1'] },
    { jobId: 'ft-4', words: ['new'] },
  ]);
  // All answers of a visit share the previous visit.
  const again = await recorder('c', now, later + minute);
  expect(again.before).toEqual(recorded.before);
});

test('answers that a hidden tab asks for to notify are no visit: the night is told of in the morning', async () => {
  const recorder = createRecorder(blocked);
  const answer = (afterMs: number, status: string, isHidden = false) =>
    recorder('c', seenAt(base + afterMs, job(status, 0)), base + afterMs, isHidden);
  await answer(0, 'running');
  for (let minutes = 1; minutes <= 60; minutes += 1) await answer(minutes * minute, 'running', true);
  await answer(2 * hour, 'completed', true);
  const recorded = await answer(9 * hour, 'completed');
  expect(recorded.before).toEqual({ beganMs: base, lastMs: base });
  expect(sinceLastVisit(recorded, seenAt(base + 9 * hour, job('completed', 0)))).toEqual([
    { jobId: 'ft-1', words: ['running → completed'] },
  ]);
});

test('connections are recorded separately, and two answers at once are one visit', async () => {
  const recorder = createRecorder(blocked);
  const [one, two] = await Promise.all([
    recorder('c', seenAt(base, job('running', 0)), base),
    recorder('c', seenAt(base + 1, job('running', 0)), base + 1),
  ]);
  expect([one.before, two.before]).toEqual([null, null]);
  expect((await recorder('other', [], base + hour)).seen.size).toBe(0);
  expect(sinceLastVisit(two, [])).toBeNull();
});

test('a depth of 0 is the front of a queue that was seen to move, else unset', () => {
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

const now = Date.UTC(2026, 6, 1);

function visit(connectionId: string, beganMs: number): StoredVisit {
  return { connectionId, beganMs, lastMs: beganMs + hour / 2 };
}

function sighted(key: number, jobId: string, atMs: number): StoredSighting {
  const sighting = { connectionId: 'c', jobId, atMs, status: 'running', queueDepth: null, step: null };
  return { key, sighting };
}

test('each connection keeps this visit and the one before, however many others have', () => {
  const busy = Array.from({ length: 300 }, (_, index) => visit('busy', now - (300 - index) * hour));
  const rare = [
    visit('rare', now - 5000 * hour),
    visit('rare', now - 4000 * hour),
    visit('rare', now - hour),
  ];
  expect(keptVisits([...busy, ...rare], now).map((each) => [each.connectionId, now - each.beganMs])).toEqual([
    ['busy', hour],
    ['rare', hour],
    ['busy', 2 * hour],
    ['rare', 4000 * hour],
  ]);
});

test('visits older than half a year are dropped, and so are the oldest of too many connections', () => {
  expect(keptVisits([visit('c', now - longestKeptMs - hour), visit('d', now - longestKeptMs)], now)).toEqual([
    visit('d', now - longestKeptMs),
  ]);
  const many = Array.from({ length: visitLimit + 9 }, (_, index) => visit(`c${index}`, now - index));
  expect(keptVisits(many, now)).toEqual(many.slice(0, visitLimit));
});

test('sightings are dropped only when old or out of room', () => {
  const stored = [
    sighted(1, 'a', now - longestKeptMs - 1),
    sighted(2, 'a', now - longestKeptMs),
    sighted(3, 'b', now),
  ];
  expect(sightingsToDrop(stored, [], now)).toEqual([1]);
});

test('the last sighting of the previous visit outlives many sightings of a long watch', () => {
  const began = now - 100 * hour;
  const finished = [sighted(1, 'done', began - 3 * hour), sighted(2, 'done', began - 2 * hour)];
  const watched = Array.from({ length: sightingLimit }, (_, index) =>
    sighted(index + 3, 'long', began + index),
  );
  const dropped = new Set(sightingsToDrop([...finished, ...watched], [visit('c', began)], now));
  expect(dropped.size).toBe(2 + sightingLimit * 0.2);
  expect([1, 2, 3].map((key) => dropped.has(key))).toEqual([true, false, true]);
  expect(dropped.has(sightingLimit + 2)).toBe(false);
});

test('the oldest jobs are dropped beyond the limit', () => {
  const stored = Array.from({ length: sightingLimit + 1 }, (_, index) =>
    sighted(index, `job ${index}`, now + index),
  );
  const dropped = sightingsToDrop(stored, [], now);
  expect(dropped).toEqual(Array.from({ length: 1 + sightingLimit * 0.2 }, (_, index) => index));
});

test('the queue as watched counts one job as one, and says no change where there is none', () => {
  expect(queueWords(1, 1, 123_000)).toBe('1 job ahead, watched for 2 min 03 s');
  expect(queueWords(4, 1, 60_000)).toBe('4 → 1 job ahead, watched for 1 min 00 s');
});

test('the queue as watched is that of the wait that goes on, not of one before a restart', () => {
  const first = [seenAt(base, job('pending', 3)), seenAt(base + minute, job('pending', 1))].flat();
  const running = seenAt(base + hour, job('running', 0));
  const again = seenAt(base + 2 * hour, job('queued', 2));
  expect(waitOf(first).map(({ value }) => value)).toEqual([3, 1]);
  expect(waitOf([...first, ...running])).toEqual([]);
  expect(waitOf([...first, ...running, ...again])).toEqual([{ atMs: base + 2 * hour, value: 2 }]);
});
