// In which unit the service's token prices are read: chosen once, the same on every page, and said in the address.
import { tokenUnits, type TokenUnit } from '#pricing/token-unit.ts';
import { chooseTokenUnit } from '#pricing/unit-store.ts';
import { controlLook } from '#ui/control-look.ts';

interface UnitFieldProps {
  unit: TokenUnit;
  /** Called after a choice, with the unit's id. */
  onChosen: (id: string) => void;
}

/** The numbers stay as the service sent them; the unit says what they stand for. */
export function UnitField({ unit, onChosen }: UnitFieldProps) {
  return (
    <label className="flex items-center gap-2 text-muted">
      <span className="max-tablet:sr-only">Prices in</span>
      <select
        value={unit.id}
        onChange={(event) => {
          const { value } = event.currentTarget;
          chooseTokenUnit(value);
          onChosen(value);
        }}
        title="The service states no unit. Choose the one of its price list."
        className={controlLook}
      >
        {tokenUnits.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
