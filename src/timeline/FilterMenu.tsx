// The values of levels or types with their counts, to pick from.
import { useId } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';

interface FilterMenuProps {
  /** What is picked, as `Level`. */
  label: string;
  counts: readonly (readonly [value: string, count: number])[];
  chosen: readonly string[];
  onChosen: (values: readonly string[]) => void;
}

/** Several values are alternatives; the button says which are picked. */
export function FilterMenu({ label, counts, chosen, onChosen }: FilterMenuProps) {
  const id = useId();
  const toggle = (value: string) =>
    onChosen(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  const [only] = chosen;
  const words = chosen.length > 1 ? `${label}: ${chosen.length}` : only ? `${label}: ${only}` : label;
  return (
    <>
      <Button look="quiet" popoverTarget={id} aria-haspopup="dialog">
        <span className={`max-w-40 truncate ${chosen.length > 0 ? 'text-act' : ''}`}>{words}</span>
        <Icon name="chevronDown" className="-mx-1" />
      </Button>
      <Popover id={id} label={label}>
        {() => (
          <div className="flex max-h-[inherit] flex-col">
            <div className="flex items-center border-b border-line py-1 pr-1 pl-3">
              <span className="flex-1 font-medium">{label}</span>
              <Button look="quiet" disabled={chosen.length === 0} onClick={() => onChosen([])}>
                Any
              </Button>
            </div>
            <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
              {counts.map(([value, count]) => (
                <li key={value}>
                  <label className="flex h-control cursor-pointer items-center gap-2 px-3 hover:bg-raised">
                    <input
                      type="checkbox"
                      checked={chosen.includes(value)}
                      onChange={() => toggle(value)}
                      className="size-3.5 shrink-0 accent-act"
                    />
                    <span className="min-w-0 flex-1 truncate">{value || 'none'}</span>
                    <span className="text-dense text-muted tabular-nums">{formatCount(count)}</span>
                  </label>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Popover>
    </>
  );
}
