// Opens the choice of the unit in which total_price is read.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { PriceUnitPicker } from './PriceUnitPicker.tsx';

/** The choice holds for every price on the page. */
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
