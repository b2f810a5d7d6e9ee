// Instrument strip: run state, cost, throughput figures and legend.
import { lazy, memo, Suspense } from 'react';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { formatDuration } from '#lib/format.ts';
import { costOfNext, costOfRun, formatCost } from '#pages/playground/parameters/cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { useRun, useRunClock } from '#run/run-store.ts';
import { endWords, readElapsed, type Run } from '#run/run.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Status, type Tone } from '#ui/States.tsx';
import { chunk } from '#ui/chunk.ts';
import { MeasuredFigures } from './MeasuredFigures.tsx';

const RunLegend = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/tokens/RunLegend.tsx'))).RunLegend,
}));

interface RunStripProps {
  /** null while the draft is invalid. */
  next: CompletionRequest | null;
  models: readonly Model[];
}

/** Of the legend without logprobs, so that the strip does not grow when it arrives. */
const legendSize = '-my-2 h-12 w-45 low:my-0 low:h-6';

const readingMs = 200;

/** Typing rerenders only the costs. */
export function RunStrip({ next, models }: RunStripProps) {
  const run = useRun();
  return (
    <InstrumentStrip
      label="Run figures"
      end={
        <PanelBoundary name="The legend">
          <Suspense fallback={<div className={legendSize} />}>{run && <RunLegend run={run} />}</Suspense>
        </PanelBoundary>
      }
    >
      <StateFigure />
      <CostFigure run={run} next={next} models={models} />
      <MeasuredFigures />
    </InstrumentStrip>
  );
}

const StateFigure = memo(function StateFigure() {
  const run = useRun();
  const nowMs = useRunClock(run, readingMs);
  const { tone, label } = describeState(run);
  return (
    <Figure
      label={run === null ? 'no run yet' : `${formatDuration(readElapsed(run, nowMs))} total`}
      value={
        <output aria-label="Run" className="-ml-1 flex">
          <Status tone={tone}>{label}</Status>
        </output>
      }
      signs={14}
    />
  );
});

function describeState(run: Run | null): { tone: Tone; label: string } {
  if (run === null) return { tone: 'none', label: 'Ready' };
  if (run.state.phase === 'queued') return { tone: 'none', label: 'Queued' };
  if (run.state.phase === 'waiting') return { tone: 'live', label: 'Waiting' };
  if (run.state.phase === 'streaming') return { tone: 'live', label: 'Streaming' };
  return endWords[run.state.endState];
}

const CostDetail = lazy(async () => ({
  default: (await chunk(() => import('./CostDetail.tsx'))).CostDetail,
}));

interface CostFigureProps {
  run: Run | null;
  /** null while the draft is invalid. */
  next: CompletionRequest | null;
  models: readonly Model[];
}

function CostFigure({ run, next, models }: CostFigureProps) {
  const ground = { models, unit: useTokenUnit((state) => state.unit) };
  const spent = costOfRun(run, ground);
  return (
    <>
      <Figure label="max cost, next run" value={formatCost(costOfNext(next, ground))} signs={8} />
      <Figure
        label={
          <>
            last run ·{' '}
            <button type="button" popoverTarget={popoverId} className="text-act hover:underline">
              {ground.unit.label}
            </button>
            <Popover id={popoverId} label="How the costs are computed">
              {(close) => (
                <Suspense>
                  <CostDetail run={run} next={next} ground={ground} onChosen={close} />
                </Suspense>
              )}
            </Popover>
          </>
        }
        value={`${spent.kind === 'at most' ? '≤ ' : ''}${formatCost(spent)}`}
        signs={8}
      />
    </>
  );
}

const popoverId = 'token-unit';
