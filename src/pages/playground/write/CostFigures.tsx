// Cost of the next and the last run.
import { Suspense } from 'react';
import type { Model } from '#api/schema/model.ts';
import { useNextRequest } from '#draft/draft-store.ts';
import { costOfNext, costOfRun, formatCost, useCostGround } from '#pages/playground/parameters/cost.ts';
import type { Run } from '#run/run.ts';
import { Figure } from '#ui/InstrumentStrip.tsx';
import { Popover } from '#ui/Popover.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const CostDetail = lazyPart(() => import('./CostDetail.tsx'), 'CostDetail');

interface CostFiguresProps {
  run: Run | null;
  model: string;
  models: readonly Model[];
}

/** Apart from the first load, for the counts of prompts. */
export function CostFigures({ run, model, models }: CostFiguresProps) {
  const next = useNextRequest(model);
  const ground = useCostGround(models);
  const spent = costOfRun(run, ground);
  return (
    <>
      <Figure label="max cost, next run" value={formatCost(costOfNext(next, ground))} minChars={8} />
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
                  <CostDetail run={run} next={next} ground={ground} onDone={close} />
                </Suspense>
              )}
            </Popover>
          </>
        }
        value={`${spent.kind === 'at most' ? '≤ ' : ''}${formatCost(spent)}`}
        minChars={8}
      />
    </>
  );
}

const popoverId = 'token-unit';
