// Timeline: phases, filter, rows, and details of one entry.
import { useMemo, useState, type ReactNode } from 'react';
import { formatCount, formatDuration } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { EntryDetail } from './TimelineRow.tsx';
import { TimelineBar } from './TimelineBar.tsx';
import { TimelineList } from './TimelineList.tsx';
import type { Entry, Phase } from './entry.ts';
import { filtered, filterWords, isFiltering, noFilter, type Filter } from './filter.ts';
import { rowsOf, type Row } from './rows.ts';

interface TimelineViewProps {
  /** What the entries are, as `events`. */
  label: string;
  /** What their type is called: `Type`, `Status`. */
  typeLabel: string;
  /** In order. Keep the array's identity while nothing is new in it. */
  entries: readonly Entry[];
  phases: readonly Phase[];
  hasLevels: boolean;
  /** More can come: the list can follow. */
  isLive: boolean;
  nowMs: number;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Key of the entry that is open. */
  selected: string | null;
  onSelect: (key: string | null) => void;
  /** Further acts for the open entry. */
  renderActs?: (entry: Entry) => ReactNode;
}

const noFolds: ReadonlySet<string> = new Set();

/** As high as its rows, up to a part of the window; the rows scroll inside. */
export function TimelineView(props: TimelineViewProps) {
  const { label, entries, phases, hasLevels, isLive, nowMs, filter, onFilter, selected, onSelect } = props;
  const [unfolded, setUnfolded] = useState(noFolds);
  // A list that may grow has its height from the beginning, so that what stands under it stays.
  const [canGrow] = useState(isLive);
  const follow = useFollow(entries.length, isLive && selected === null);
  const shown = useMemo(() => filtered(entries, filter), [entries, filter]);
  const folded = useMemo(() => rowsOf(shown, noFolds, entries), [shown, entries]);
  // The fold that holds the open entry is open, too.
  const openFolds = useMemo(() => {
    const holder = holderOf(folded, selected);
    return holder === undefined ? unfolded : new Set([...unfolded, holder.key]);
  }, [folded, selected, unfolded]);
  const rows = useMemo(
    () => (openFolds.size === 0 ? folded : rowsOf(shown, openFolds, entries)),
    [folded, shown, entries, openFolds],
  );
  const open = entries.find(({ key }) => key === selected);

  function toggleFold(key: string) {
    const next = new Set(openFolds);
    if (!next.delete(key)) next.add(key);
    // A fold that is closed over the open entry closes it, too.
    else if (folded.find((row) => row.key === key) === holderOf(folded, selected)) onSelect(null);
    setUnfolded(next);
  }

  if (entries.length === 0) return <p className="text-muted">No {label} yet.</p>;
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
      {open !== undefined && !shown.includes(open) && (
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
          <div className="flex max-h-[max(18rem,60dvh)] min-h-0 gap-3 @max-[56rem]:max-h-none @max-[56rem]:flex-col">
            <div
              className={`flex min-h-0 min-w-0 flex-col @min-[56rem]:flex-1 ${canGrow ? 'h-[max(18rem,60dvh)]' : 'max-h-[max(18rem,60dvh)]'}`}
            >
              <TimelineList
                label={label}
                rows={rows}
                nowMs={nowMs}
                hasLevels={hasLevels}
                selected={selected}
                onSelect={onSelect}
                onToggleFold={toggleFold}
                // The last entries come with the end: who followed until then sees them.
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
          : `${formatCount(entries.length)} ${label}`}
        {isLive && follow.newCount > 0 && (
          <TextButton onPress={() => follow.setFollowing(true)}>
            {`${formatCount(follow.newCount)} new · jump to newest`}
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

/** What a list needs to follow. */
interface Follow {
  readonly isFollowing: boolean;
  /** Entries that came since it stopped to follow. */
  readonly newCount: number;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/** @param count of all entries @param isOnAtFirst whether it follows before the reader has said anything */
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

/** The open phase is blue; closed phases under a second are left out. */
function PhaseBar({ phases: all }: { phases: readonly Phase[] }) {
  const phases = all.filter(({ startMs, endMs, isOpen }) => isOpen || endMs - startMs >= 1_000);
  if (phases.length === 0) return null;
  const totalMs = phases.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    <ol aria-label="Phases" className="flex flex-wrap gap-0.5 pb-2 text-label">
      {phases.map(({ name, startMs, endMs, isOpen }) => {
        const words = `${name} ${formatDuration(endMs - startMs)}`;
        return (
          <li
            key={`${startMs} ${name}`}
            title={words}
            style={{
              flexGrow: totalMs === 0 ? 1 : (endMs - startMs) / totalMs + 0.01,
              minWidth: `calc(${words.length}ch + 0.75rem)`,
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
