// What the next run costs at most beside what the last one cost, and the unit in which their prices are read.
import { lazy, Suspense } from 'react';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { chunk } from '#ui/chunk.ts';
import { Figure } from '#ui/InstrumentStrip.tsx';
import { Popover } from '#ui/Popover.tsx';
import { costOfNext, costOfRun, formatCost } from './cost.ts';
import type { Run } from './run.ts';

const CostDetail = lazy(async () => ({
  default: (await chunk(() => import('./CostDetail.tsx'))).CostDetail,
}));

interface CostFigureProps {
  run: Run | null;
  /** What would be sent now; null while the draft cannot be. */
  next: CompletionRequest | null;
  models: readonly Model[];
}

/** Two figures, each with its place; the unit opens how both were computed. */
export function CostFigure({ run, next, models }: CostFigureProps) {
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
