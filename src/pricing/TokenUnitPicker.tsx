// Unit picker for token prices.
import { tokenUnits, type TokenUnit, chooseTokenUnit, useTokenUnit } from './units.ts';

interface TokenUnitPickerProps {
  /** The URL's, if not the user's own. */
  unit?: TokenUnit;
  /** Applies to every page. */
  onChosen: (id: string) => void;
}

export function TokenUnitPicker({ unit: said, onChosen }: TokenUnitPickerProps) {
  const { unit: own } = useTokenUnit();
  const unit = said ?? own;
  return (
    <fieldset className="grid gap-1 p-4 font-sans text-base">
      <legend className="sr-only">Unit of token prices</legend>
      <p className="mb-2 text-dense text-muted">
        The service sends prices without a unit. Choose the unit of its price list.
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
