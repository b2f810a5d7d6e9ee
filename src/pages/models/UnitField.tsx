// In which unit the service's token prices are read: chosen once, the same on every page.
import { tokenUnits } from '#pricing/token-unit.ts';
import { chooseTokenUnit, useTokenUnit } from '#pricing/unit-store.ts';
import { controlLook } from '#ui/control-look.ts';

/** The numbers stay as the service sent them; the unit says what they stand for. */
export function UnitField() {
  const { unit } = useTokenUnit();
  return (
    <label className="flex items-center gap-2 text-muted">
      <span className="max-tablet:sr-only">Prices in</span>
      <select
        value={unit.id}
        onChange={(event) => chooseTokenUnit(event.currentTarget.value)}
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
