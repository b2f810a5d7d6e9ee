// The page's own controls in the table's bar: the unit of prices, the switch of the calculator, the list anew.
import type { TokenUnit } from '#pricing/token-unit.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { UnitField } from './UnitField.tsx';

interface PageControlsProps {
  unit: TokenUnit;
  /** Called after a choice, with the unit's id. */
  onUnit: (id: string) => void;
  /** When the list came, milliseconds since 1970. */
  atMs: number;
  isLoading: boolean;
  onLoad: () => void;
  isPricingMonths: boolean;
  onPricingMonths: () => void;
}

/** The calculator is open or folded; the address knows. */
export function PageControls(props: PageControlsProps) {
  const { unit, onUnit, atMs, isLoading, onLoad, isPricingMonths, onPricingMonths } = props;
  return (
    <>
      <UnitField unit={unit} onChosen={onUnit} />
      <button
        type="button"
        aria-expanded={isPricingMonths}
        onClick={onPricingMonths}
        title="What a month of your workload costs with each model"
        className={`inline-flex h-control items-center rounded-control border px-2.5 transition-colors hover:border-edge ${isPricingMonths ? 'border-act text-act' : 'border-line'}`}
      >
        Workload
      </button>
      {/* A phone has no room for it in the line, and its browser reloads with a pull. */}
      <span className="max-tablet:hidden">
        <IconButton
          icon="retry"
          label={`Load the list again; this one is of ${new Date(atMs).toLocaleTimeString('en-GB')}`}
          disabled={isLoading}
          onClick={onLoad}
        />
      </span>
    </>
  );
}
