// Unit picker for total_price.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { choosePriceUnit, priceUnits, usePriceUnit } from './price-unit.ts';

export function PriceUnitButton({ children }: { children: string }) {
  const id = useId();
  return (
    <>
      <Button look="quiet" popoverTarget={id}>
        {children}
      </Button>
      <Popover id={id} label="Unit of total_price">
        {(close) => <PriceUnitPicker onChosen={close} />}
      </Popover>
    </>
  );
}

/** @param onChosen the choice applies to the list, too */
function PriceUnitPicker({ onChosen }: { onChosen: () => void }) {
  const { unit } = usePriceUnit();
  return (
    <fieldset className="grid gap-1 p-4 font-sans text-base">
      <legend className="sr-only">Unit of total_price</legend>
      <p className="mb-2 text-dense text-muted">
        The service sends total_price without a unit. Choose the unit it bills in.
      </p>
      {priceUnits.map(({ id, label }) => (
        <label key={id} className="flex h-7 items-center gap-2">
          <input
            type="radio"
            name="price-unit"
            checked={id === unit.id}
            onChange={() => {
              choosePriceUnit(id);
              onChosen();
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
