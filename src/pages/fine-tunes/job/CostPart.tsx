// Cost table with formulas and price units.
import { useId } from 'react';
import { PriceUnitButton, TokenUnitPicker } from '#pricing/UnitPicker.tsx';
import { type Derived, formatDollars } from '#pricing/money.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { Button } from '#ui/Button.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { CostMeter } from './cost-meter.ts';

/** A dash's formula says what is missing. */
export function CostPart({ costs }: { costs: CostMeter }) {
  const rows: readonly (readonly [string, Derived])[] = [
    ['Total', costs.total],
    ['Spent so far', costs.spent],
    ['Per epoch', costs.perEpoch],
    ['After the best step', costs.afterBest],
    ['Saved if cancelled now', costs.savedByCancel],
  ];
  const isUnknown = costs.total.value === null;
  return (
    <div className="grid content-start gap-2">
      <PlainTable
        label="Cost"
        columns={[
          { id: 'cost', isRowHead: true, cellLook: 'text-muted', cell: ([name]) => name },
          {
            id: 'amount',
            isNumber: true,
            look: 'font-strong whitespace-nowrap',
            cell: ([, derived]) => amount(derived, costs.unit),
          },
          { id: 'formula', look: 'w-1/2 wrap-anywhere text-faint', cell: ([, { formula }]) => formula },
        ]}
        rows={isUnknown ? rows.slice(0, 1) : rows}
        rowKey={([name]) => name}
        isHeadless
      />
      <UnitButtons />
    </div>
  );
}

function UnitButtons() {
  const tokenId = useId();
  const priceUnit = usePriceUnit((state) => state.unit);
  const tokenUnit = useTokenUnit((state) => state.unit);
  return (
    <div className="-ml-2.5 flex flex-wrap">
      <PriceUnitButton>{`total_price: ${priceUnit.label}`}</PriceUnitButton>
      <Button look="quiet" popoverTarget={tokenId}>
        Token prices: {tokenUnit.label}
      </Button>
      <Popover id={tokenId} label="Unit of token prices">
        {(close) => <TokenUnitPicker onChosen={close} />}
      </Popover>
    </div>
  );
}

const asSent = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

function amount({ value }: Derived, unit: CostMeter['unit']): string {
  if (value === null) return '—';
  return unit === 'dollars' ? formatDollars(value) : asSent.format(value);
}
