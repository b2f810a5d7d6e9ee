// Timeline: phases, filter, rows, and details of one entry.
import { useMemo, useState, type ReactNode, useId } from 'react';
import { formatCount, formatCounted, formatDuration } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { EntryDetail, linesOf } from './TimelineRow.tsx';
import { TimelineList } from './TimelineList.tsx';
import {
  type Entry,
  type Phase,
  filtered,
  filterWords,
  isFiltering,
  noFilter,
  type Filter,
  levelRank,
  facetCounts,
} from './entry.ts';
import { rowsOf, type Row } from './rows.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextInput } from '#ui/Field.tsx';

export interface TimelineViewProps {
  /** Plural: `events`. */
  label: string;
  /** `Type` or `Status`. */
  typeLabel: string;
  /** Keeps its identity until it changes. */
  entries: readonly Entry[];
  phases: readonly Phase[];
  hasLevels: boolean;
  /** More can come. */
  isLive: boolean;
  nowMs: number;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Key of the open entry. */
  selected: string | null;
  onSelect: (key: string | null) => void;
  /** Further buttons. */
  renderActs?: (entry: Entry) => ReactNode;
}

const noFolds: ReadonlySet<string> = new Set();

/** As high as its rows up to a part of the window, then scrolls. */
export function TimelineView(props: TimelineViewProps) {
  const { label, entries, phases, hasLevels, isLive, nowMs, filter, onFilter, selected, onSelect } = props;
  const [unfolded, setUnfolded] = useState(noFolds);
  // Full height from the start, so that nothing below moves.
  const [canGrow] = useState(isLive);
  const follow = useFollow(entries.length, isLive && selected === null);
  const shown = useMemo(() => filtered(entries, filter), [entries, filter]);
  // What a search finds is seen.
  const isSearch = filter.text.trim() !== '';
  const folded = useMemo(() => rowsOf(shown, isSearch ? null : noFolds, entries), [shown, isSearch, entries]);
  const newCount = follow.newCount === 0 ? 0 : filtered(entries.slice(-follow.newCount), filter).length;
  const openFolds = useMemo(() => {
    const holder = holderOf(folded, selected);
    return holder === undefined ? unfolded : new Set([...unfolded, holder.key]);
  }, [folded, selected, unfolded]);
  const rows = useMemo(
    () => (isSearch || openFolds.size === 0 ? folded : rowsOf(shown, openFolds, entries)),
    [folded, shown, isSearch, entries, openFolds],
  );
  const open = selected === null ? undefined : entries.find(({ key }) => key === selected);

  function toggleFold(key: string) {
    const next = new Set(openFolds);
    if (!next.delete(key)) next.add(key);
    // Closing a fold closes the open entry in it.
    else if (folded.find((row) => row.key === key) === holderOf(folded, selected)) onSelect(null);
    setUnfolded(next);
  }

  if (entries.length === 0)
    return <p className="text-muted">{isLive ? `No ${label} yet.` : `No ${label}.`}</p>;
  return (
    <div className="min-w-0">
      <PhaseBar phases={phases} />
      <TimelineBar
        label={label}
        entries={entries}
        shown={shown}
        filter={filter}
        onFilter={onFilter}
        typeLabel={props.typeLabel}
        hasLevels={hasLevels}
      >
        {isLive && (
          <Button look="quiet" onClick={() => follow.setFollowing(!follow.isFollowing)}>
            <span className={follow.isFollowing ? 'text-act' : ''}>
              {follow.isFollowing ? 'Following' : 'Follow'}
            </span>
          </Button>
        )}
      </TimelineBar>
      {selected !== null && open === undefined && (
        <p role="status" className="pb-2 text-muted">
          The linked entry is not among these {label}.{' '}
          <TextButton onPress={() => onSelect(null)}>Dismiss</TextButton>
        </p>
      )}
      {open !== undefined && shown.length > 0 && !shown.includes(open) && (
        <p role="status" className="pb-2 text-muted">
          The open entry is hidden by {filterWords(filter)}.{' '}
          <TextButton onPress={() => onFilter(noFilter)}>Show all</TextButton>
        </p>
      )}
      {shown.length === 0 ? (
        <p role="status" className="py-4 text-muted">
          None of the {formatCount(entries.length)} {label} match {filterWords(filter)}.{' '}
          <TextButton onPress={() => onFilter(noFilter)}>Show all</TextButton>
        </p>
      ) : (
        <div className="@container">
          <div className="flex max-h-[max(18rem,60dvh)] min-h-0 gap-3 @max-[56rem]:max-h-none @max-[56rem]:flex-col print:block print:max-h-none">
            <div
              className={`flex min-h-0 min-w-0 flex-col @min-[56rem]:flex-1 print:block print:h-auto! print:max-h-none! ${canGrow ? 'h-[max(18rem,min(60dvh,100dvh-28rem))] max-desk:h-[max(18rem,60dvh)]' : 'max-h-[max(18rem,60dvh)]'}`}
            >
              <TimelineList
                label={label}
                rows={rows}
                nowMs={nowMs}
                hasLevels={hasLevels}
                selected={selected}
                onSelect={onSelect}
                onToggleFold={toggleFold}
                // The last entries come with the end: a following reader still sees them.
                isFollowing={follow.isFollowing}
                onAtEnd={(isAtEnd) => canGrow && follow.setFollowing(isAtEnd)}
              />
            </div>
            {open !== undefined && (
              <div className="flex max-h-[max(18rem,60dvh)] w-88 shrink-0 flex-col @max-[56rem]:w-full">
                <EntryDetail
                  entry={open}
                  hasLevels={hasLevels}
                  acts={props.renderActs?.(open)}
                  onClose={() => onSelect(null)}
                />
              </div>
            )}
          </div>
        </div>
      )}
      <p className="flex min-h-control items-center gap-2 text-dense text-faint">
        {isFiltering(filter)
          ? `${formatCount(shown.length)} of ${formatCount(entries.length)} ${label}`
          : formatCounted(entries.length, label.replace(/s$/, ''), label)}
        {isLive && newCount > 0 && (
          <TextButton onPress={() => follow.setFollowing(true)}>
            {`${formatCount(newCount)} new · jump to newest`}
          </TextButton>
        )}
      </p>
    </div>
  );
}

function holderOf(rows: readonly Row[], selected: string | null): Row | undefined {
  if (selected === null) return undefined;
  return rows.find((row) => row.kind === 'fold' && row.entries.some(({ key }) => key === selected));
}

function TextButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" onClick={onPress} className="text-act hover:underline">
      {children}
    </button>
  );
}

interface Follow {
  readonly isFollowing: boolean;
  /** Since following stopped. */
  readonly newCount: number;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/** @param isOnAtFirst until the reader scrolls */
function useFollow(count: number, isOnAtFirst: boolean): Follow {
  const [isFollowing, setOn] = useState(isOnAtFirst);
  const [seenCount, setSeen] = useState(count);
  return {
    isFollowing,
    newCount: isFollowing ? 0 : Math.max(0, count - seenCount),
    setFollowing: (isOn) => {
      if (isOn === isFollowing) return;
      setOn(isOn);
      setSeen(count);
    },
  };
}

/** Closed phases under a second are left out. */
function PhaseBar({ phases: all }: { phases: readonly Phase[] }) {
  const phases = all.filter(({ startMs, endMs, isOpen }) => isOpen || endMs - startMs >= 1_000);
  if (phases.length === 0) return null;
  const totalMs = phases.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    <ol aria-label="Phases" className="flex gap-0.5 pb-2 text-label">
      {phases.map(({ name, startMs, endMs, isOpen }) => {
        const words = `${name} ${formatDuration(endMs - startMs)}`;
        return (
          <li
            key={`${startMs} ${name}`}
            title={words}
            style={{
              flexGrow: totalMs === 0 ? 1 : (endMs - startMs) / totalMs + 0.01,
              flexBasis: `calc(${words.length}ch + 0.75rem)`,
            }}
            className={`min-w-0 truncate rounded-token px-1.5 py-0.5 tabular-nums ${isOpen ? 'bg-act-fill text-on-act' : 'bg-raised text-text forced-colors:border'}`}
          >
            {words}
          </li>
        );
      })}
    </ol>
  );
}

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

function TimelineBar(props: TimelineBarProps) {
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
                  <Checkbox
                    look="h-control cursor-pointer px-3 hover:bg-raised"
                    isOn={chosen.includes(value)}
                    onToggle={() => toggle(value)}
                  >
                    <span className="min-w-0 flex-1 truncate">{value || 'none'}</span>
                    <span className="text-dense text-muted tabular-nums">{formatCount(count)}</span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Popover>
    </>
  );
}
