// The page's own controls in the table's bar: the unit of prices, and the switch of the calculator.
import { UnitField } from './UnitField.tsx';

interface PageControlsProps {
  isPricingMonths: boolean;
  onPricingMonths: () => void;
}

/** The calculator is open or folded; the address knows. */
export function PageControls({ isPricingMonths, onPricingMonths }: PageControlsProps) {
  return (
    <>
      <UnitField />
      <button
        type="button"
        aria-expanded={isPricingMonths}
        onClick={onPricingMonths}
        title="What a month of your workload costs with each model"
        className={`inline-flex h-control items-center rounded-control border px-2.5 transition-colors hover:border-edge ${isPricingMonths ? 'border-act text-act' : 'border-line'}`}
      >
        Workload
      </button>
    </>
  );
}
