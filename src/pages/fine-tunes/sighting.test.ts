import { expect, test } from 'vitest';
import {
  keptVisits,
  longestKeptMs,
  sightingLimit,
  sightingsToDrop,
  visitLimit,
  type StoredSighting,
  type StoredVisit,
} from './sighting.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 6, 1);

function visit(connectionId: string, beganMs: number): StoredVisit {
  return { connectionId, beganMs, lastMs: beganMs + hour / 2 };
}

function seen(key: number, jobId: string, atMs: number): StoredSighting {
  const sighting = { connectionId: 'c', jobId, atMs, status: 'running', queueDepth: null, step: null };
  return { key, sighting };
}

test('of each connection this visit and the one before stay, however many another connection had', () => {
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

test('visits of half a year ago go, and of too many connections the newest stay', () => {
  expect(keptVisits([visit('c', now - longestKeptMs - hour), visit('d', now - longestKeptMs)], now)).toEqual([
    visit('d', now - longestKeptMs),
  ]);
  const many = Array.from({ length: visitLimit + 9 }, (_, index) => visit(`c${index}`, now - index));
  expect(keptVisits(many, now)).toEqual(many.slice(0, visitLimit));
});

test('sightings go when they are old, and else not while there is room', () => {
  const stored = [
    seen(1, 'a', now - longestKeptMs - 1),
    seen(2, 'a', now - longestKeptMs),
    seen(3, 'b', now),
  ];
  expect(sightingsToDrop(stored, [], now)).toEqual([1]);
});

test('where there are too many, what a job was at the end of the visit before outlives a long watch', () => {
  const began = now - 100 * hour;
  const finished = [seen(1, 'done', began - 3 * hour), seen(2, 'done', began - 2 * hour)];
  const watched = Array.from({ length: sightingLimit }, (_, index) => seen(index + 3, 'long', began + index));
  const dropped = new Set(sightingsToDrop([...finished, ...watched], [visit('c', began)], now));
  expect(dropped.size).toBe(2 + sightingLimit * 0.2);
  expect([1, 2, 3].map((key) => dropped.has(key))).toEqual([true, false, true]);
  expect(dropped.has(sightingLimit + 2)).toBe(false);
});

test('more jobs than there is room for lose the oldest', () => {
  const stored = Array.from({ length: sightingLimit + 1 }, (_, index) =>
    seen(index, `job ${index}`, now + index),
  );
  const dropped = sightingsToDrop(stored, [], now);
  expect(dropped).toEqual(Array.from({ length: 1 + sightingLimit * 0.2 }, (_, index) => index));
});
