import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at } from '#lib/at.ts';
import { sampleHardware } from './hardware.ts';
import { availabilityAt, type AvailabilityStatus, scarcityOf, availabilityStatuses } from './availability.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-11-21T12:00:00Z');
/** Forty days, minute by minute. */
const minutes = 40 * 24 * 60;

interface Diary {
  readonly id: string;
  readonly scarcity: number;
  readonly statuses: readonly AvailabilityStatus[];
}

const DIARIES: readonly Diary[] = sampleHardware.map(({ id, card, count }) => {
  const scarcity = scarcityOf(card.gpu_memory * count);
  const statuses = Array.from(
    { length: minutes },
    (_, minute) => availabilityAt(id, scarcity, noon + minute * MINUTE).status,
  );
  return { id, scarcity, statuses };
});

function share({ statuses }: Diary, wanted: AvailabilityStatus): number {
  return statuses.filter((status) => status === wanted).length / statuses.length;
}

function timeGone(diaries: readonly Diary[]): number {
  return diaries.reduce((sum, diary) => sum + share(diary, 'unavailable'), 0) / diaries.length;
}

function lengths({ statuses }: Diary): readonly number[] {
  const ends = statuses.flatMap((status, i) => (statuses[i + 1] === status ? [] : [i + 1]));
  return ends.map((end, i) => end - (i === 0 ? 0 : at(ends, i - 1)));
}

const id = fc.oneof(fc.string(), fc.constantFrom(...sampleHardware.map((row) => row.id)));
const scarcity = fc.double({ min: 0, max: 1, noNaN: true });
const time = fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('2200-01-01') });

test('the status is one of three at any time, and the same on every call', () => {
  fc.assert(
    fc.property(id, scarcity, time, (name, rare, timeMs) => {
      const first = availabilityAt(name, rare, timeMs);
      expect(availabilityStatuses).toContain(first.status);
      expect(availabilityAt(name, rare, timeMs)).toEqual(first);
    }),
  );
});

test('any number gets a status, even one that is not a valid time', () => {
  fc.assert(
    fc.property(id, scarcity, fc.double(), (name, rare, timeMs) => {
      expect(availabilityStatuses).toContain(availabilityAt(name, rare, timeMs).status);
    }),
  );
});

test('sinceMs is exact: the status holds from then on and differs just before', () => {
  fc.assert(
    fc.property(
      id,
      scarcity,
      time,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (name, rare, timeMs, part) => {
        const { status, sinceMs } = availabilityAt(name, rare, timeMs);
        expect(sinceMs).toBeLessThanOrEqual(timeMs);
        const between = Math.floor(sinceMs + part * (timeMs - sinceMs));
        expect(availabilityAt(name, rare, between)).toEqual({ status, sinceMs });
        expect(availabilityAt(name, rare, sinceMs - 1).status).not.toBe(status);
      },
    ),
  );
});

describe.each(DIARIES)('$id over forty days', (diary) => {
  test('takes all three statuses', () => {
    for (const status of availabilityStatuses) expect(share(diary, status)).toBeGreaterThan(0.005);
  });

  test('changes every few minutes to hours, neither flickering nor freezing', () => {
    const sorted = [...lengths(diary)].sort((a, b) => a - b);
    const median = at(sorted, Math.floor(sorted.length / 2));
    expect(median).toBeGreaterThanOrEqual(4);
    expect(median).toBeLessThanOrEqual(60);
    expect(at(sorted, sorted.length - 1)).toBeLessThan(6 * 60);
  });

  test('is available as often as its size allows', () => {
    const expected = 0.93 - 0.57 * diary.scarcity;
    expect(share(diary, 'available')).toBeGreaterThan(expected - 0.12);
    expect(share(diary, 'available')).toBeLessThan(expected + 0.12);
  });

  test('nearly always runs short before it becomes unavailable', () => {
    const { statuses } = diary;
    const leaps = statuses.filter(
      (status, i) =>
        i > 0 && status !== statuses[i - 1] && ![status, statuses[i - 1]].includes('insufficient'),
    );
    expect(leaps.length).toBeLessThan(lengths(diary).length / 15);
  });
});

test('the bigger, the scarcer', () => {
  const bySize = [...DIARIES].sort((a, b) => a.scarcity - b.scarcity);
  expect(timeGone(bySize.slice(0, 6))).toBeLessThan(timeGone(bySize.slice(6, 12)));
  expect(timeGone(bySize.slice(6, 12))).toBeLessThan(timeGone(bySize.slice(12)));
  expect(scarcityOf(48)).toBe(0);
  expect(scarcityOf(8 * 180)).toBeCloseTo(1);
});

test('no two configurations change in step', () => {
  for (let minute = 1; minute < minutes; minute += 1) {
    const changed = DIARIES.filter(({ statuses }) => statuses[minute] !== statuses[minute - 1]);
    expect(changed.length).toBeLessThan(DIARIES.length / 2);
  }
});
