// How figures came about: a button that opens their formulas, with the numbers in them.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';

interface HowButtonProps {
  /** What is explained, as `the break-even`. */
  what: string;
  figures: readonly { readonly label: string; readonly formula: string }[];
}

/** The formulas are text, to be selected and copied. */
export function HowButton({ what, figures }: HowButtonProps) {
  const id = useId();
  return (
    <>
      <Button look="quiet" popoverTarget={id} aria-label={`How ${what} is computed`}>
        How
      </Button>
      <Popover id={id} label={`How ${what} is computed`}>
        {() => (
          <dl className="grid gap-2.5 p-4">
            {figures.map(({ label, formula }) => (
              <div key={label}>
                <dt className="text-dense text-muted">{label}</dt>
                <dd className="font-mono text-dense wrap-anywhere">{formula}</dd>
              </div>
            ))}
          </dl>
        )}
      </Popover>
    </>
  );
}
