// Sleep detection from wall and monotonic clocks.

export interface Clocks {
  /** `Date.now()` */
  readonly wallMs: number;
  /** `performance.now()` */
  readonly monotonicMs: number;
}

/** Corrections of the wall clock are usually smaller. */
const apartMs = 5_000;

/** A hidden tab's timers fire at least once a minute. */
const longestTickMs = 90_000;

/** Milliseconds of suspension between two readings meant to be within a minute; 0 if none. */
export function sleepGap(before: Clocks, after: Clocks): number {
  const wallMs = after.wallMs - before.wallMs;
  const monotonicMs = after.monotonicMs - before.monotonicMs;
  if (wallMs - monotonicMs > apartMs) return wallMs;
  return monotonicMs > longestTickMs ? monotonicMs : 0;
}
