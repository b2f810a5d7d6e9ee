// The events on a fine-tune's page: which of them are shown, and which is open, stands in the address.
import { useMemo } from 'react';
import { BesideNotice } from '#pages/fine-tunes/BesideNotice.tsx';
import type { FineTunePartProps } from '#pages/fine-tunes/part-props.ts';
import { Loading } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import { eventFilter, filterParams } from './filter-params.ts';
import { Timeline } from './Timeline.tsx';

/** A link with `?event=` opens the event; the filter is `level`, `type` and `q`. */
export function EventsPart({ open, search, changeSearch }: Omit<FineTunePartProps, 'all'>) {
  const nowMs = useNow() + open.clock.aheadMs;
  const filter = useMemo(() => eventFilter(search), [search]);
  const { events, eventsBeside: beside } = open;
  const isEmpty = events.length === 0;
  if (isEmpty && beside.isLoading) return <Loading rows={6} label="Loading the events" />;
  const notice = <BesideNotice beside={beside} what="events" isEmpty={isEmpty} />;
  if (isEmpty && beside.error !== null) return notice;
  return (
    <>
      {notice}
      <Timeline
        events={events}
        status={open.fineTune.status}
        nowMs={nowMs}
        filter={filter}
        onFilter={(next) => changeSearch(filterParams(next), 'replace')}
        selected={search.event ?? null}
        onSelect={(key) => changeSearch({ event: key ?? undefined }, 'replace')}
      />
    </>
  );
}
