// Chooses the unit in which token prices are read, and says why there is a choice at all.
import { tokenUnits, type TokenUnit, chooseTokenUnit, useTokenUnit } from './units.ts';

interface TokenUnitPickerProps {
  /** The unit that is read now, where an address says another one than the reader's own. */
  unit?: TokenUnit;
  /** Called after a choice, with the unit's id; the choice holds on every page. */
  onChosen: (id: string) => void;
}

/** One of a few, each with its name. */
export function TokenUnitPicker({ unit: said, onChosen }: TokenUnitPickerProps) {
  const { unit: own } = useTokenUnit();
  const unit = said ?? own;
  return (
    <fieldset className="grid gap-1 p-4 font-sans text-base">
      <legend className="sr-only">Unit of token prices</legend>
      <p className="mb-2 text-dense text-muted">
        The service sends prices without a unit. Choose the one that its price list has.
      </p>
      {tokenUnits.map(({ id, label }) => (
        <label key={id} className="flex h-7 items-center gap-2">
          <input
            type="radio"
            name="token-unit"
            checked={id === unit.id}
            onChange={() => {
              chooseTokenUnit(id);
              onChosen(id);
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
