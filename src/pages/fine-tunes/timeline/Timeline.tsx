// The events of a fine-tune: phases, filter, rows, and one of them in full.
import { useMemo } from 'react';
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import type { Filter } from '#timeline/filter.ts';
import { TimelineView } from '#timeline/TimelineView.tsx';
import { isOver } from '#api/fine-tune-status.ts';
import { eventEntries } from './event-entries.ts';
import { eventPhases } from './event-phases.ts';

interface TimelineProps {
  events: readonly FineTuneEvent[];
  /** Of the fine-tune, as the service sent it. */
  status: string | undefined;
  nowMs: number;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Key of the open event: its hash, or one of its content. */
  selected: string | null;
  onSelect: (key: string | null) => void;
}

/** Keep the identity of `events` while nothing is new in them. */
export function Timeline(props: TimelineProps) {
  const { events, status, nowMs, ...rest } = props;
  const entries = useMemo(() => eventEntries(events), [events]);
  const phases = eventPhases(entries, status, nowMs);
  return (
    <TimelineView
      {...rest}
      label="events"
      typeLabel="Type"
      entries={entries}
      phases={phases}
      hasLevels
      isLive={!isOver(status)}
      nowMs={nowMs}
    />
  );
}
