// Stall detection: gaps far above the median.
import type { Growable } from '#lib/growable.ts';

/**
 * A gap is a stall above 20 s, or above 250 ms and ten times the median of non-zero gaps (tokens of one read
 * have none), once there are eight.
 */
const maxMs = 20_000;
const minMs = 250;
const factor = 10;
const minGaps = 8;

/** Logarithmic histogram from 2^-10 ms: sixteen buckets per doubling give the median within 5 %. */
const perDoubling = 16;
const lowest = -10;
const bucketCount = 40 * perDoubling;

interface Gaps {
  counted: number;
  readonly buckets: Uint32Array;
  total: number;
}

const known = new WeakMap<Growable, Gaps>();

/** Reads each time once. */
export function stallLimitMs(times: Growable): number {
  const gaps = known.get(times) ?? { counted: 1, buckets: new Uint32Array(bucketCount), total: 0 };
  known.set(times, gaps);
  const arrivals = times.view();
  for (; gaps.counted < arrivals.length; gaps.counted += 1) {
    const gapMs = (arrivals[gaps.counted] ?? 0) - (arrivals[gaps.counted - 1] ?? 0);
    if (!(gapMs > 0)) continue;
    const bucket = Math.floor((Math.log2(gapMs) - lowest) * perDoubling);
    const place = Math.min(bucketCount - 1, Math.max(0, bucket));
    gaps.buckets[place] = (gaps.buckets[place] ?? 0) + 1;
    gaps.total += 1;
  }
  if (gaps.total < minGaps) return maxMs;
  return Math.min(maxMs, Math.max(minMs, factor * medianOf(gaps)));
}

/** @throws RangeError for an unknown position */
export function stallBefore(times: Growable, position: number): number | null {
  if (position === 0) return null;
  const gapMs = times.at(position) - times.at(position - 1);
  return gapMs > minMs && gapMs > stallLimitMs(times) ? gapMs : null;
}

export function countStalls(times: Growable): number {
  const limitMs = stallLimitMs(times);
  const arrivals = times.view();
  let count = 0;
  for (let position = 1; position < arrivals.length; position += 1) {
    if ((arrivals[position] ?? 0) - (arrivals[position - 1] ?? 0) > limitMs) count += 1;
  }
  return count;
}

function medianOf({ buckets, total }: Gaps): number {
  let cumulative = 0;
  for (let place = 0; place < buckets.length; place += 1) {
    cumulative += buckets[place] ?? 0;
    if (cumulative * 2 >= total) return 2 ** ((place + 0.5) / perDoubling + lowest);
  }
  return 0;
}
