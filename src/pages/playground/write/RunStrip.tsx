// Instrument strip of a run.
import { memo } from 'react';
import type { Model } from '#api/schema/model.ts';
import {
  formatCount,
  formatDuration,
  formatKnown,
  formatLeast,
  formatPerplexity,
  formatTenths,
  noValue,
} from '#lib/format.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { readFigures, type RunFigures } from '#run/run-figures.ts';
import { useRun, useRunClock } from '#run/run-store.ts';
import { readElapsed, statusOf, type Run } from '#run/run.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Status } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const CostFigures = lazyPart(() => import('./CostFigures.tsx'), 'CostFigures');
const RunLegend = lazyPart(() => import('#pages/playground/tokens/RunLegend.tsx'), 'RunLegend');

interface RunStripProps {
  run: Run | null;
  model: string;
  models: readonly Model[];
}

/** Without logprobs: the strip must not grow when it arrives. */
const legendSize = '-my-2 h-12 w-46 @min-[44rem]:@max-[68rem]:h-6 low:my-0 low:h-6';

const readingMs = 200;

/** Typing rerenders only the costs. */
export function RunStrip({ run, model, models }: RunStripProps) {
  return (
    <InstrumentStrip
      label="Run figures"
      end={
        <PanelBoundary name="The legend" whileLoading={<div className={legendSize} />}>
          {run && <RunLegend run={run} />}
        </PanelBoundary>
      }
    >
      <StateFigure />
      <PanelBoundary name="The cost" whileLoading={<UncountedCost />}>
        <CostFigures run={run} model={model} models={models} />
      </PanelBoundary>
      <MeasuredFigures />
    </InstrumentStrip>
  );
}

/** As wide as what replaces it. */
function UncountedCost() {
  const unit = useTokenUnit((state) => state.unit);
  return (
    <>
      <Figure label="max cost, next run" value={noValue} minChars={8} />
      <Figure label={`last run · ${unit.label}`} value={noValue} minChars={8} />
    </>
  );
}

const StateFigure = memo(function StateFigure() {
  const run = useRun();
  const nowMs = useRunClock(run, readingMs);
  const { tone, label } = statusOf(run);
  return (
    <Figure
      label={run === null ? 'no run yet' : `${formatDuration(readElapsed(run, nowMs))} total`}
      value={
        <output aria-label="Run" className="-ml-1 flex">
          <Status tone={tone}>{label}</Status>
        </output>
      }
      minChars={14}
    />
  );
});

const MeasuredFigures = memo(function MeasuredFigures() {
  const run = useRun();
  const nowMs = useRunClock(run, readingMs);
  if (run === null) return null;
  const figures = readFigures(run, nowMs);
  const { isUncounted } = figures;
  return (
    <>
      <Figure
        label="time to first token"
        value={formatKnown(figures.firstTokenMs, formatDuration)}
        minChars={7}
      />
      <Figure
        label="tokens/s"
        value={formatKnown(figures.tokensPerSecond, (speed) => formatLeast(formatTenths(speed), isUncounted))}
        minChars={6}
      />
      <Figure
        label={`inter-${figures.gapMs?.unit ?? 'token'} ms, p50 · p99`}
        value={formatKnown(figures.gapMs, formatGaps)}
        minChars={12}
      />
      <Figure label="perplexity" value={formatKnown(figures.perplexity, formatPerplexity)} minChars={5} />
      <Figure label="prompt + output tokens" value={describeUsage(run, figures)} minChars={10} />
    </>
  );
});

/** The prompt's count comes only at the end of a whole run; what was counted of a stopped one is kept. */
function describeUsage({ state }: Run, { usage, tokenCount, isUncounted }: RunFigures): string {
  if (usage !== null) return `${formatCount(usage.prompt_tokens)} + ${formatCount(usage.completion_tokens)}`;
  return state.phase === 'ended' && tokenCount === 0
    ? 'unknown'
    : `? + ${formatLeast(formatCount(tokenCount), isUncounted)}`;
}

function formatGaps({ p50, p99 }: { p50: number; p99: number }): string {
  return `${formatTenths(p50)} · ${formatTenths(p99)}`;
}
