// Whether a sample configuration can be had at a moment: invented, seeded, and changing as such things change.
import { Random } from '#lib/random.ts';

/** The three words that services of this interface use; `insufficient` is some capacity that may run out. */
export const availabilityStatuses = ['available', 'insufficient', 'unavailable'] as const;

/** One of the three. */
export type AvailabilityStatus = (typeof availabilityStatuses)[number];

/** A status and since when it lasts, in milliseconds since 1970. */
export interface Availability {
  readonly status: AvailabilityStatus;
  readonly sinceMs: number;
}

const minuteMs = 60_000;
/** Every window tells its own story from its own seed, so that any moment is found without telling all before it. */
const pricingWindowMs = 6 * 60 * minuteMs;

/**
 * The availability of a configuration at a time: a pure function of its id and both numbers.
 * @param scarcity 0 (nearly always there) to 1 (mostly not)
 */
export function availabilityAt(id: string, scarcity: number, timeMs: number): Availability {
  const seed = hash(id);
  // Each configuration has windows of its own, so that they do not all change together.
  const offsetMs = seed % pricingWindowMs;
  const window = Math.floor((timeMs - offsetMs) / pricingWindowMs);
  const windowMs = offsetMs + window * pricingWindowMs;
  const episode = episodeAt(seed, scarcity, window, timeMs - windowMs);
  if (episode.startMs > 0) return { status: episode.status, sinceMs: windowMs + episode.startMs };
  // The window's first episode may go on from the end of the window before it.
  const before = episodeAt(seed, scarcity, window - 1, pricingWindowMs - 1);
  const goesOn = before.status === episode.status;
  return { status: episode.status, sinceMs: goesOn ? windowMs - pricingWindowMs + before.startMs : windowMs };
}

/** How hard a configuration is to get, 0 to 1: by its whole memory in GB, from one 48 GB card to eight of 180. */
export function scarcityOf(memoryGb: number): number {
  return Math.min(1, Math.max(0, Math.log(memoryGb / 48) / Math.log(30)));
}

interface Episode {
  readonly status: AvailabilityStatus;
  /** From the beginning of its window. */
  readonly startMs: number;
}

/** Between available and unavailable there is always a time of insufficient capacity. */
function episodeAt(seed: number, scarcity: number, window: number, withinMs: number): Episode {
  const random = new Random(seed, window);
  let status = firstStatus(random, scarcity);
  let startMs = 0;
  for (;;) {
    const endMs = startMs + durationMs(random, status, scarcity);
    // Beyond what numbers can tell apart a time lies in no window; it gets an answer all the same.
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

/** FNV-1a over the characters: 32 bits, the same everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
