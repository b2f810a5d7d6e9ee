// Says that nothing comes any more, with the two things that a person can do: wait, or stop.
import { useState } from 'react';
import { useSilenceLimits } from '#connection/silence-limits.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';
import { useRunClock } from '#pages/playground/use-run.ts';
import { Button } from '#ui/Button.tsx';
import { longestSilence } from './silence.ts';

interface SilenceNoticeProps {
  /** One run, or all of an experiment. */
  runs: readonly Run[];
  onStop: () => void;
}

/** Nothing while all is well. What is waited for is said again once it has been silent as long again. */
export function SilenceNotice({ runs, onStop }: SilenceNoticeProps) {
  const nowMs = useRunClock(runs.find(isRunning) ?? null, 1000);
  const [waitsUntilMs, setWaitsUntilMs] = useState(0);
  const silence = longestSilence(runs, nowMs, useSilenceLimits());
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
