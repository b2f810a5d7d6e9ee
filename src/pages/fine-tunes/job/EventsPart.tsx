// Events timeline; its filter and open event are in the URL.
import { useMemo } from 'react';
import { isOver } from '#api/fine-tune-status.ts';
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { formatCount } from '#lib/format.ts';
import { LoadFailure, StaleNotice } from '#connection/LoadFailure.tsx';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import type { FineTunePartProps } from '#pages/fine-tunes/use-fine-tune.ts';
import { TimelineView, type TimelineViewProps } from '#timeline/TimelineView.tsx';
import type { Filter } from '#timeline/entry.ts';
import { Button } from '#ui/Button.tsx';
import { Loading } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import { usePaints } from '#ui/use-pulse.tsx';
import { eventEntries, eventPhases, stepOf } from './event-phases.ts';

interface EventsPartProps extends Omit<FineTunePartProps, 'all'>, Pick<TimelineProps, 'onStep'> {}

/** Their list is rendered after the rest of the page, in a task of its own. */
const manyEvents = 1_000;

export function EventsPart({ open, search, changeSearch, onStep }: EventsPartProps) {
  const nowMs = useNow() + open.clock.aheadMs;
  const filter = useMemo(() => eventFilter(search), [search]);
  const isPainted = usePaints(1) > 0;
  const { events, eventsBeside: beside } = open;
  const isEmpty = events.length === 0;
  if ((isEmpty && beside.isLoading) || (events.length > manyEvents && !isPainted))
    return <Loading rows={6} label="Loading the events" />;
  if (isEmpty && beside.error !== null)
    return <LoadFailure what="events" error={beside.error} onRetry={beside.refresh} />;
  return (
    <>
      <StaleNotice what="events" error={beside.error} onRetry={beside.refresh} />
      <Timeline
        events={events}
        status={open.fineTune.status}
        nowMs={nowMs}
        filter={filter}
        onFilter={(next) => changeSearch(filterParams(next), 'replace')}
        selected={search.event ?? null}
        onSelect={(key) => changeSearch({ event: key ?? undefined }, 'replace')}
        onStep={onStep}
      />
    </>
  );
}

interface TimelineProps extends Pick<
  TimelineViewProps,
  'nowMs' | 'filter' | 'onFilter' | 'selected' | 'onSelect'
> {
  events: readonly FineTuneEvent[];
  /** As sent. */
  status: string | undefined;
  /** Absent without charts that have the step. */
  onStep?: ((step: number) => void) | undefined;
}

/** Keep the identity of `events` while unchanged. */
export function Timeline(props: TimelineProps) {
  const { events, status, nowMs, onStep, ...rest } = props;
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
      renderActs={({ position }) => {
        const step = stepOf(events[position]);
        if (onStep === undefined || step === null) return null;
        return (
          <Button look="quiet" onClick={() => onStep(step)}>
            Show step {formatCount(step)} on the charts
          </Button>
        );
      }}
    />
  );
}

export function eventFilter({ level, type, q }: FineTuneSearch): Filter {
  return { levels: list(level), types: list(type), text: q ?? '' };
}

/** A comma inside a value is `%2C`. */
export function filterParams({ levels, types, text }: Filter): FineTuneSearch {
  return { level: joined(levels), type: joined(types), q: text || undefined };
}

function list(text: string | undefined): readonly string[] {
  const values = (text ?? '').split(',').filter(Boolean);
  return [...new Set(values)].map((value) => value.replaceAll('%2C', ','));
}

function joined(values: readonly string[]): string | undefined {
  return values.map((value) => value.replaceAll(',', '%2C')).join(',') || undefined;
}
