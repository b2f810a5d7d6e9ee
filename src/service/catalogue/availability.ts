// Simulated availability of sample hardware, seeded by id and time.
import { Random } from '#lib/random.ts';

/** `insufficient` means little capacity left. */
export const availabilityStatuses = ['available', 'insufficient', 'unavailable'] as const;

export type AvailabilityStatus = (typeof availabilityStatuses)[number];

export interface Availability {
  readonly status: AvailabilityStatus;
  readonly sinceMs: number;
}

const minuteMs = 60_000;
/** Each window has its own seed, so any moment can be computed directly. */
const windowLengthMs = 6 * 60 * minuteMs;

/** Pure. `scarcity`: 0 (nearly always available) to 1 (mostly not). */
export function availabilityAt(id: string, scarcity: number, timeMs: number): Availability {
  const seed = hash(id);
  // So that configurations do not all change together.
  const offsetMs = seed % windowLengthMs;
  const window = Math.floor((timeMs - offsetMs) / windowLengthMs);
  const windowMs = offsetMs + window * windowLengthMs;
  const episode = episodeAt(seed, scarcity, window, timeMs - windowMs);
  if (episode.startMs > 0) return { status: episode.status, sinceMs: windowMs + episode.startMs };
  // It may continue the previous window's last.
  const before = episodeAt(seed, scarcity, window - 1, windowLengthMs - 1);
  const continues = before.status === episode.status;
  return {
    status: episode.status,
    sinceMs: continues ? windowMs - windowLengthMs + before.startMs : windowMs,
  };
}

/** 0 (one 48 GB card) to 1 (eight of 180 GB). */
export function scarcityOf(memoryGb: number): number {
  return Math.min(1, Math.max(0, Math.log(memoryGb / 48) / Math.log(30)));
}

interface Episode {
  readonly status: AvailabilityStatus;
  readonly startMs: number;
}

/** Capacity is insufficient for a while between available and unavailable. */
function episodeAt(seed: number, scarcity: number, window: number, withinMs: number): Episode {
  const random = new Random(seed, window);
  let status = firstStatus(random, scarcity);
  let startMs = 0;
  for (;;) {
    const endMs = startMs + durationMs(random, status, scarcity);
    // Past the precision of numbers a time falls into no window, yet needs an answer.
    if (!(withinMs >= endMs) || endMs >= windowLengthMs) return { status, startMs };
    startMs = endMs;
    status = nextStatus(random, status, scarcity);
  }
}

function firstStatus(random: Random, scarcity: number): AvailabilityStatus {
  if (random.chance(0.1 + 0.2 * scarcity)) return 'insufficient';
  return random.chance(0.45 * scarcity) ? 'unavailable' : 'available';
}

function nextStatus(random: Random, status: AvailabilityStatus, scarcity: number): AvailabilityStatus {
  if (status !== 'insufficient') return 'insufficient';
  return random.chance(0.15 + 0.45 * scarcity) ? 'unavailable' : 'available';
}

function durationMs(random: Random, status: AvailabilityStatus, scarcity: number): number {
  const means: Readonly<Record<AvailabilityStatus, number>> = {
    available: 70 - 50 * scarcity,
    insufficient: 6 + 2 * scarcity,
    unavailable: 6 + 14 * scarcity,
  };
  return Math.round(means[status] * (0.25 + 1.5 * random.unit()) * minuteMs);
}

/** 32-bit FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
