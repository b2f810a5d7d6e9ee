// Whether runs have brought nothing for so long that it should be said: before the first event, and between two.
import { elapsedMs, isRunning, type Run } from '#pages/playground/run.ts';

/** The longest silence among runs. */
export interface Silence {
  /** Milliseconds without an event. */
  readonly ms: number;
  /** Milliseconds from which it is said. */
  readonly limitMs: number;
  /** How many of the runs are silent. */
  readonly count: number;
}

const limits = { first: 60_000, between: 20_000 } as const;

/** Null while each run still brings something in time. What stands in line or is over is not silent. `nowMs` is of performance.now(). */
export function longestSilence(runs: readonly Run[], nowMs: number): Silence | null {
  const silent = runs.flatMap((run) => silenceOf(run, nowMs) ?? []);
  const longest = silent.toSorted((one, other) => other.ms - one.ms)[0];
  return longest === undefined ? null : { ...longest, count: silent.length };
}

function silenceOf(run: Run, nowMs: number): Omit<Silence, 'count'> | null {
  if (!isRunning(run) || run.state.phase === 'queued') return null;
  const { lastEventMs } = run.recording;
  const ms = elapsedMs(run, nowMs) - (lastEventMs ?? 0);
  const limitMs = lastEventMs === null ? limits.first : limits.between;
  return ms < limitMs ? null : { ms, limitMs };
}
