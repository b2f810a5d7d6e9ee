// Whether the machine slept between two looks at its clocks: some clocks stand still meanwhile, and no timer fires.

/** Both clocks at one moment, in milliseconds. */
export interface Clocks {
  /** Date.now() */
  readonly wallMs: number;
  /** performance.now() */
  readonly monotonicMs: number;
}

/** Beyond this the two clocks have not gone together. A correction of the wall clock is shorter as a rule. */
const apartMs = 5_000;

/** A hidden tab is woken once a minute at the least. */
const longestTickMs = 90_000;

/** How long the machine, or the page, stood still between two looks that were meant to follow each other within a minute; 0 where it did not. */
export function sleepGap(before: Clocks, after: Clocks): number {
  const wallMs = after.wallMs - before.wallMs;
  const monotonicMs = after.monotonicMs - before.monotonicMs;
  if (wallMs - monotonicMs > apartMs) return wallMs;
  return monotonicMs > longestTickMs ? monotonicMs : 0;
}
