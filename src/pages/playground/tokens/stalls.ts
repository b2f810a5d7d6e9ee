// Silences inside an answer: which gaps between two tokens are stalls.
import type { Lane } from '#pages/playground/lane.ts';

/**
 * A gap is a stall above 20 s, or above 250 ms if it is also more than ten times the lane's usual gap. The usual gap is the
 * median of the gaps that are not zero (tokens that come together have none between them), known from eight of them on.
 */
const alwaysMs = 20_000;
const leastMs = 250;
const times = 10;
const enough = 8;

/** Buckets of a logarithmic scale, sixteen to a doubling, from 2^-10 ms: the median is right within 5 %. */
const perDoubling = 16;
const lowest = -10;
const bucketCount = 40 * perDoubling;

interface Gaps {
  /** Tokens whose gap is counted. */
  counted: number;
  readonly buckets: Uint32Array;
  total: number;
}

const known = new WeakMap<Lane, Gaps>();

/** Milliseconds above which a gap of the lane is a stall. What the lane got since the last call is added, each token once. */
export function stallLimitMs(lane: Lane): number {
  const gaps = known.get(lane) ?? { counted: 1, buckets: new Uint32Array(bucketCount), total: 0 };
  known.set(lane, gaps);
  const arrivals = lane.arrivals.view();
  for (; gaps.counted < arrivals.length; gaps.counted += 1) {
    const gapMs = (arrivals[gaps.counted] ?? 0) - (arrivals[gaps.counted - 1] ?? 0);
    if (!(gapMs > 0)) continue;
    const bucket = Math.floor((Math.log2(gapMs) - lowest) * perDoubling);
    const place = Math.min(bucketCount - 1, Math.max(0, bucket));
    gaps.buckets[place] = (gaps.buckets[place] ?? 0) + 1;
    gaps.total += 1;
  }
  if (gaps.total < enough) return alwaysMs;
  return Math.min(alwaysMs, Math.max(leastMs, times * medianOf(gaps)));
}

/** Milliseconds of silence before a token where they are a stall, else null. @throws RangeError for an unknown token */
export function stallBefore(lane: Lane, token: number): number | null {
  if (token === 0) return null;
  const gapMs = lane.arrivals.at(token) - lane.arrivals.at(token - 1);
  return gapMs > leastMs && gapMs > stallLimitMs(lane) ? gapMs : null;
}

/** How many stalls the lane has. Costs one pass. */
export function countStalls(lane: Lane): number {
  const limitMs = stallLimitMs(lane);
  const arrivals = lane.arrivals.view();
  let count = 0;
  for (let token = 1; token < arrivals.length; token += 1) {
    if ((arrivals[token] ?? 0) - (arrivals[token - 1] ?? 0) > limitMs) count += 1;
  }
  return count;
}

function medianOf({ buckets, total }: Gaps): number {
  let seen = 0;
  for (let place = 0; place < buckets.length; place += 1) {
    seen += buckets[place] ?? 0;
    if (seen * 2 >= total) return 2 ** ((place + 0.5) / perDoubling + lowest);
  }
  return 0;
}
