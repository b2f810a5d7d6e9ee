// Whether runs have brought nothing for so long that it should be said: before the first event, and between two.
import { usualLimits, type SilenceLimits } from '#connection/silence-limits.ts';
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

/** Null while each run still brings something in time. What stands in line or is over is not silent. `nowMs` is of performance.now(). */
export function longestSilence(
  runs: readonly Run[],
  nowMs: number,
  limits: Pick<SilenceLimits, 'first' | 'between'> = usualLimits,
): Silence | null {
  const silent = runs.flatMap((run) => silenceOf(run, nowMs, limits) ?? []);
  const longest = silent.toSorted((one, other) => other.ms - one.ms)[0];
  return longest === undefined ? null : { ...longest, count: silent.length };
}

function silenceOf(
  run: Run,
  nowMs: number,
  limits: Pick<SilenceLimits, 'first' | 'between'>,
): Omit<Silence, 'count'> | null {
  if (!isRunning(run) || run.state.phase === 'queued') return null;
  const { lastEventMs } = run.recording;
  const ms = elapsedMs(run, nowMs) - (lastEventMs ?? 0);
  const limitMs = (lastEventMs === null ? limits.first : limits.between) * 1_000;
  return ms < limitMs ? null : { ms, limitMs };
}
