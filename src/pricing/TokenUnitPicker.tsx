// Chooses the unit in which token prices are read, and says why there is a choice at all.
import { tokenUnits } from './token-unit.ts';
import { chooseTokenUnit, useTokenUnit } from './unit-store.ts';

/** @param onChosen called after a choice; the choice holds on every page */
export function TokenUnitPicker({ onChosen }: { onChosen: () => void }) {
  const { unit } = useTokenUnit();
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
              onChosen();
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
