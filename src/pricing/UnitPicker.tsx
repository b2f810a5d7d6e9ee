// Pickers of the units that a service does not state.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { choosePriceUnit, priceUnits, usePriceUnit } from './price-unit.ts';
import { chooseTokenUnit, tokenUnits, useTokenUnit, type TokenUnit } from './units.ts';

interface TokenUnitPickerProps {
  /** The URL's, if not the user's own. */
  unit?: TokenUnit;
  /** Applies to every page. */
  onChosen?: (id: string) => void;
  /** Chosen with the pointer. */
  onDone: () => void;
}

export function TokenUnitPicker({ unit, onChosen, onDone }: TokenUnitPickerProps) {
  const own = useTokenUnit();
  return (
    <UnitPicker
      label="Unit of token prices"
      note="The service sends prices without a unit. Choose the unit of its price list."
      units={tokenUnits}
      chosen={(unit ?? own.unit).id}
      onChosen={(id) => {
        chooseTokenUnit(id);
        onChosen?.(id);
      }}
      onDone={onDone}
    />
  );
}

export function PriceUnitButton({ children }: { children: string }) {
  const id = useId();
  const { unit } = usePriceUnit();
  return (
    <>
      <Button look="quiet" popoverTarget={id}>
        {children}
      </Button>
      <Popover id={id} label="Unit of total_price">
        {(close) => (
          <UnitPicker
            label="Unit of total_price"
            note="The service sends total_price without a unit. Choose the unit it bills in."
            units={priceUnits}
            chosen={unit.id}
            onChosen={choosePriceUnit}
            onDone={close}
          />
        )}
      </Popover>
    </>
  );
}

interface UnitPickerProps {
  label: string;
  note: string;
  units: readonly { readonly id: string; readonly label: string }[];
  chosen: string;
  onChosen: (id: string) => void;
  onDone: () => void;
}

function UnitPicker({ label, note, units, chosen, onChosen, onDone }: UnitPickerProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-1 p-4 font-sans text-base">
      <legend className="sr-only">{label}</legend>
      <p className="mb-2 text-dense text-muted">{note}</p>
      {units.map((unit) => (
        <label key={unit.id} className="flex h-7 items-center gap-2">
          <input
            ref={focusIfChecked}
            type="radio"
            name={name}
            checked={unit.id === chosen}
            onChange={() => onChosen(unit.id)}
            // Arrow keys choose every unit on their way, as clicks without a count.
            onClick={({ detail }) => detail > 0 && onDone()}
          />
          {unit.label}
        </label>
      ))}
    </fieldset>
  );
}

/** When the popover opens: arrow keys choose at once. */
function focusIfChecked(radio: HTMLInputElement | null): void {
  if (radio?.checked === true) radio.setAttribute('autofocus', '');
}
