// Curves of other fine-tunes, to be drawn over the open one.
import { fineTuneEventsQuery, fineTuneMetricsQuery } from '#api/queries.ts';
import type { FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { curvesOf } from '#pages/fine-tunes/curves-of.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { newsOf } from '#pages/fine-tunes/list-news.ts';
import { useFollowingAll } from '#pages/fine-tunes/use-following.ts';

/** Another fine-tune with what could be read of its curves. */
export interface Overlay {
  readonly record: FineTune;
  readonly events: readonly FineTuneEvent[];
  readonly curves: CurveSet;
}

const noEvents: readonly FineTuneEvent[] = [];

/** Asks for metrics, and for events where the list has none; again when the list says that there is news of one. */
export function useOverlays(records: readonly FineTune[], listedMs: number | null): readonly Overlay[] {
  const client = useClient();
  const metrics = useFollowingAll(
    records.map((record) => ({
      id: record.id,
      options: fineTuneMetricsQuery(client, record.id),
      news: newsOf(record, listedMs),
    })),
  );
  const events = useFollowingAll(
    records.map((record) => ({
      id: record.id,
      options: fineTuneEventsQuery(client, (record.events ?? noEvents).length === 0 ? record.id : null),
      news: newsOf(record, listedMs),
    })),
  );
  return records.map((record, index) => {
    const listed = record.events ?? noEvents;
    const known = listed.length > 0 ? listed : (events[index]?.data?.items ?? noEvents);
    return { record, events: known, curves: curvesOf(known, metrics[index]?.data?.items) };
  });
}
