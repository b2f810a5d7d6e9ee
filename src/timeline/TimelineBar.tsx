// Timeline toolbar: search, level and type filters, copy as text.
import { useMemo, type ReactNode, useId } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextInput } from '#ui/Field.tsx';
import { linesOf } from './TimelineRow.tsx';
import { type Entry, levelRank } from './entry.ts';
import { facetCounts, type Filter } from './filter.ts';

interface TimelineBarProps {
  /** Plural: `events`. */
  label: string;
  /** All. */
  entries: readonly Entry[];
  /** Filtered. */
  shown: readonly Entry[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** `Type` or `Status`. */
  typeLabel: string;
  hasLevels: boolean;
  children: ReactNode;
}

export function TimelineBar(props: TimelineBarProps) {
  const { label, entries, shown, filter, onFilter, typeLabel, hasLevels, children } = props;
  // Rendered every second, with up to ten thousand entries.
  const levels = useMemo(
    () => [...facetCounts(entries, filter, 'level')].sort(([a], [b]) => levelRank(a) - levelRank(b)),
    [entries, filter],
  );
  const types = useMemo(
    () => [...facetCounts(entries, filter, 'type')].sort(([a], [b]) => (a < b ? -1 : 1)),
    [entries, filter],
  );
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5 pb-2">
      <div className="min-w-32 flex-1 tablet:max-w-64">
        <TextInput
          type="search"
          aria-label={`Search ${label}`}
          placeholder={`Search ${label}`}
          value={filter.text}
          onValue={(text) => onFilter({ ...filter, text })}
        />
      </div>
      {hasLevels && (
        <FilterMenu
          label="Level"
          counts={levels}
          chosen={filter.levels}
          onChosen={(values) => onFilter({ ...filter, levels: values })}
        />
      )}
      <FilterMenu
        label={typeLabel}
        counts={types}
        chosen={filter.types}
        onChosen={(values) => onFilter({ ...filter, types: values })}
      />
      <div className="ml-auto flex items-center gap-1">
        <CopyButton label="Copy all" text={() => linesOf(shown)} />
        {children}
      </div>
    </div>
  );
}

interface FilterMenuProps {
  /** E.g. `Level`. */
  label: string;
  counts: readonly (readonly [value: string, count: number])[];
  chosen: readonly string[];
  onChosen: (values: readonly string[]) => void;
}

/** Values are alternatives. */
function FilterMenu({ label, counts, chosen, onChosen }: FilterMenuProps) {
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
