// Live run figures: latency, tokens per second, perplexity, usage.
import { memo } from 'react';
import { formatCount, formatDuration, formatRate } from '#lib/format.ts';
import { Figure } from '#ui/InstrumentStrip.tsx';
import type { Run } from '#run/run.ts';
import { readFigures, type RunFigures } from '#run/run-figures.ts';
import { useRun, useRunClock } from '#run/run-store.ts';

const readingMs = 200;

export const MeasuredFigures = memo(function MeasuredFigures() {
  const run = useRun();
  const nowMs = useRunClock(run, readingMs);
  if (run === null) return null;
  const figures = readFigures(run, nowMs);
  return (
    <>
      <Figure label="time to first token" value={known(figures.firstTokenMs, formatDuration)} signs={7} />
      <Figure label="tokens/s" value={known(figures.tokensPerSecond, formatRate)} signs={6} />
      <Figure label="inter-token ms, p50 · p99" value={known(figures.gapMs, formatGaps)} signs={12} />
      <Figure label="perplexity" value={known(figures.perplexity, (value) => value.toFixed(2))} signs={5} />
      <Figure label="prompt + output tokens" value={describeUsage(run, figures)} signs={10} />
    </>
  );
});

/** The service counts the prompt at the end of a whole run; until then only the output is counted, here. */
function describeUsage({ state }: Run, { usage, tokenCount }: RunFigures): string {
  if (usage !== null) return `${formatCount(usage.prompt_tokens)} + ${formatCount(usage.completion_tokens)}`;
  return state.phase === 'ended' ? 'unknown' : `? + ${formatCount(tokenCount)}`;
}

function formatGaps({ p50, p99 }: { p50: number; p99: number }): string {
  return `${p50.toFixed(1)} · ${p99.toFixed(1)}`;
}

function known<T>(value: T | null | undefined, format: (value: T) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}
