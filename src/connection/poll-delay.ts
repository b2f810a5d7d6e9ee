// When to ask again whether a connection answers.

/** What is known of the asking so far; times in milliseconds of the wall clock, 0 for never. */
export interface PollState {
  readonly status: 'pending' | 'error' | 'success';
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
  readonly errorUpdateCount: number;
}

const restMs = 60_000;
const soonestMs = 2_000;

/**
 * A minute while all is well; after a failure 2 s, then longer with the silence, up to the same minute.
 * `chance`, 0 to 1, spreads it by a fifth, so that many pages do not come back as one.
 */
export function pollDelayMs(state: PollState, chance: number): number {
  const delayMs = state.status === 'error' ? silenceMs(state) / 2 : restMs;
  return Math.min(restMs, Math.max(soonestMs, delayMs)) * (0.8 + 0.4 * chance);
}

// Where nothing was ever answered there is no begin of the silence, so the failures are counted.
function silenceMs({ dataUpdatedAt, errorUpdatedAt, errorUpdateCount }: PollState): number {
  if (dataUpdatedAt === 0) return soonestMs * 2 ** Math.min(errorUpdateCount, 10);
  return errorUpdatedAt - dataUpdatedAt - restMs;
}
