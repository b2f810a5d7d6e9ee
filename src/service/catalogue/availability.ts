// Simulated availability of sample hardware, seeded by id and time.
import { Random } from '#lib/random.ts';

/** The statuses of the API; `insufficient` means little capacity left. */
export const availabilityStatuses = ['available', 'insufficient', 'unavailable'] as const;

export type AvailabilityStatus = (typeof availabilityStatuses)[number];

/** `sinceMs` is in milliseconds since 1970. */
export interface Availability {
  readonly status: AvailabilityStatus;
  readonly sinceMs: number;
}

const minuteMs = 60_000;
/** Each window has its own seed, so that any moment can be computed without those before it. */
const pricingWindowMs = 6 * 60 * minuteMs;

/**
 * A pure function of its parameters.
 * @param scarcity 0 (nearly always available) to 1 (mostly not)
 */
export function availabilityAt(id: string, scarcity: number, timeMs: number): Availability {
  const seed = hash(id);
  // Each configuration has its own windows, so that they do not all change together.
  const offsetMs = seed % pricingWindowMs;
  const window = Math.floor((timeMs - offsetMs) / pricingWindowMs);
  const windowMs = offsetMs + window * pricingWindowMs;
  const episode = episodeAt(seed, scarcity, window, timeMs - windowMs);
  if (episode.startMs > 0) return { status: episode.status, sinceMs: windowMs + episode.startMs };
  // The window's first episode may continue the last one of the window before.
  const before = episodeAt(seed, scarcity, window - 1, pricingWindowMs - 1);
  const continues = before.status === episode.status;
  return {
    status: episode.status,
    sinceMs: continues ? windowMs - pricingWindowMs + before.startMs : windowMs,
  };
}

/** 0 to 1: by total memory in GB, from one 48 GB card to eight of 180. */
export function scarcityOf(memoryGb: number): number {
  return Math.min(1, Math.max(0, Math.log(memoryGb / 48) / Math.log(30)));
}

interface Episode {
  readonly status: AvailabilityStatus;
  /** Since the start of its window. */
  readonly startMs: number;
}

/** Between available and unavailable there is always a time of insufficient capacity. */
function episodeAt(seed: number, scarcity: number, window: number, withinMs: number): Episode {
  const random = new Random(seed, window);
  let status = firstStatus(random, scarcity);
  let startMs = 0;
  for (;;) {
    const endMs = startMs + durationMs(random, status, scarcity);
    // Beyond the precision of numbers, a time lies in no window; it still gets an answer.
    if (!(withinMs >= endMs) || endMs >= pricingWindowMs) return { status, startMs };
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

/** FNV-1a over UTF-16 units, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
