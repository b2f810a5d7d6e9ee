// Silence notice of stalled streams.
import { useState } from 'react';
import { useTimeouts, defaultTimeouts, type Timeouts } from '#connection/timeouts.ts';
import { useRunClock } from '#run/run-store.ts';
import { isRunning, type Run, elapsedMs } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';

interface SilenceNoticeProps {
  runs: readonly Run[];
  onStop: () => void;
}

/** Wait hides it for another limit. */
export function SilenceNotice({ runs, onStop }: SilenceNoticeProps) {
  const nowMs = useRunClock(runs.find(isRunning) ?? null, 1000);
  const [waitsUntilMs, setWaitsUntilMs] = useState(0);
  const silence = longestSilence(runs, nowMs, useTimeouts());
  if (silence === null || nowMs < waitsUntilMs) return null;
  const { ms, limitMs, count } = silence;
  const seconds = Math.floor(ms / 1000);
  return (
    <div className="flex flex-wrap items-center gap-3 font-sans text-dense text-warn not-first:mt-3">
      <output aria-label="Silence">
        {runs.length === 1 ? 'No data arrives.' : `${count} of ${runs.length} requests: no data arrives.`}
      </output>
      <span role="timer" aria-label="Silent for" className="tabular-nums">
        {seconds} s
      </span>
      <Button onClick={() => setWaitsUntilMs(nowMs + limitMs)}>Wait</Button>
      <Button onClick={onStop}>Stop</Button>
    </div>
  );
}

interface Silence {
  /** Since the last event, or the start. */
  readonly ms: number;
  readonly limitMs: number;
  /** Silent runs. */
  readonly count: number;
}

/** Not of queued or ended runs. @param nowMs performance.now() */
export function longestSilence(
  runs: readonly Run[],
  nowMs: number,
  limits: Pick<Timeouts, 'first' | 'between'> = defaultTimeouts,
): Silence | null {
  const silent = runs.flatMap((run) => silenceOf(run, nowMs, limits) ?? []);
  const longest = silent.toSorted((one, other) => other.ms - one.ms)[0];
  return longest === undefined ? null : { ...longest, count: silent.length };
}

function silenceOf(
  run: Run,
  nowMs: number,
  limits: Pick<Timeouts, 'first' | 'between'>,
): Omit<Silence, 'count'> | null {
  if (!isRunning(run) || run.state.phase === 'queued') return null;
  const { lastEventMs } = run.recording;
  const ms = elapsedMs(run, nowMs) - (lastEventMs ?? 0);
  const limitMs = (lastEventMs === null ? limits.first : limits.between) * 1_000;
  return ms < limitMs ? null : { ms, limitMs };
}
