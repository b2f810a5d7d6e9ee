// Curves of other fine-tunes, to be drawn over the open one.
import { useQueries } from '@tanstack/react-query';
import { fineTuneEventsQuery, fineTuneMetricsQuery } from '#api/queries.ts';
import type { FineTuneEvent } from '#api/schema/fine-tune-event.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { curvesOf } from '#pages/fine-tunes/curves-of.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { statusKind } from '#pages/fine-tunes/status.ts';

/** Another fine-tune with what could be read of its curves. */
export interface Overlay {
  readonly record: FineTune;
  readonly events: readonly FineTuneEvent[];
  readonly curves: CurveSet;
}

const noEvents: readonly FineTuneEvent[] = [];

/** Asks for metrics, and for events where the list has none; again every 15 s only for those that run. */
export function useOverlays(records: readonly FineTune[]): readonly Overlay[] {
  const client = useClient();
  const metrics = useQueries({
    queries: records.map(({ id, status }) => ({
      ...fineTuneMetricsQuery(client, id),
      staleTime: Infinity,
      refetchInterval: pollOf(status),
    })),
  });
  const events = useQueries({
    queries: records.map(({ id, status, events: listed = noEvents }) => ({
      ...fineTuneEventsQuery(client, listed.length === 0 ? id : null),
      staleTime: Infinity,
      refetchInterval: pollOf(status),
    })),
  });
  return records.map((record, index) => {
    const listed = record.events ?? noEvents;
    const known = listed.length > 0 ? listed : (events[index]?.data?.items ?? noEvents);
    return { record, events: known, curves: curvesOf(known, metrics[index]?.data?.items) };
  });
}

function pollOf(status: string | undefined): number | false {
  return statusKind(status) === 'running' ? 15_000 : false;
}
