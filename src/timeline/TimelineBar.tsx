// Over a timeline: what is looked for, which levels and types are shown, and the way to take it all away as text.
import { useMemo, type ReactNode } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { linesOf } from './copied.ts';
import type { Entry } from './entry.ts';
import { facetCounts, type Filter } from './filter.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { levelRank } from './level.ts';

interface TimelineBarProps {
  /** What the entries are, as `events`. */
  label: string;
  /** All of them. */
  entries: readonly Entry[];
  /** Those that pass the filter. */
  shown: readonly Entry[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** What the type is called: `Type`, `Status`. */
  typeLabel: string;
  hasLevels: boolean;
  children: ReactNode;
}

/** The children stand at the far end. */
export function TimelineBar(props: TimelineBarProps) {
  const { label, entries, shown, filter, onFilter, typeLabel, hasLevels, children } = props;
  // The clock renders this every second, and there can be ten thousand entries.
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
