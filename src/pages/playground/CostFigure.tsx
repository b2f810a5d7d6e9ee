// The cost of the run, with the unit in which its prices are read; a press changes the unit.
import { lazy, Suspense } from 'react';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { useTokenUnit } from '#pricing/unit-store.ts';
import { chunk } from '#ui/chunk.ts';
import { Figure } from '#ui/InstrumentStrip.tsx';
import { Popover } from '#ui/Popover.tsx';
import { describeCost } from './cost.ts';
import type { Run } from './run.ts';

const TokenUnitPicker = lazy(async () => ({
  default: (await chunk(() => import('#pricing/TokenUnitPicker.tsx'))).TokenUnitPicker,
}));

interface CostFigureProps {
  run: Run | null;
  /** What would be sent now; null while the draft cannot be. */
  next: CompletionRequest | null;
  models: readonly Model[];
}

/** The formula with its numbers is the figure's title. */
export function CostFigure({ run, next, models }: CostFigureProps) {
  const unit = useTokenUnit((state) => state.unit);
  const { value, label, formula } = describeCost(run, next, models, unit);
  return (
    <Figure
      label={
        <>
          {label} ·{' '}
          <button type="button" popoverTarget={popoverId} className="text-act hover:underline">
            {unit.label}
          </button>
          <Popover id={popoverId} label="Unit of token prices">
            {(close) => (
              <Suspense>
                <TokenUnitPicker onChosen={close} />
              </Suspense>
            )}
          </Popover>
        </>
      }
      value={<span title={formula}>{value}</span>}
      signs={9}
    />
  );
}

const popoverId = 'token-unit';
