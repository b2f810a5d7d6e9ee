// Hook for one fine-tune: record, events, curves, checkpoints, age.
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { checkpointsQuery, fineTuneEventsQuery, fineTuneMetricsQuery } from '#api/queries.ts';
import type { Checkpoint, FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { curvesOf } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { listMemory } from './list-memory.ts';
import type { FineTuneSearch } from './search.ts';
import { newsOf, useFollowing } from './use-following.ts';
import type { Freshness } from '#ui/Freshness.tsx';
import { type ServiceClock, usePolledFineTunes } from './use-polled-fine-tunes.ts';

/** Requested beside the list, and may fail by itself. */
export interface Beside {
  /** Nothing known yet. */
  readonly isLoading: boolean;
  /** Of the last request. */
  readonly error: Error | null;
  readonly refresh: () => void;
}

interface Checkpoints extends Beside {
  /** Undefined before the first answer. */
  readonly items: readonly Checkpoint[] | undefined;
  readonly raw: readonly unknown[];
}

/** Arrays and curves keep their identity until they change. */
export interface OpenFineTune {
  readonly fineTune: FineTune;
  readonly raw: unknown;
  /** Unix milliseconds when it was last listed; null if it still is. */
  readonly goneSinceMs: number | null;
  /** Terminal status of a job that is live again. */
  readonly cameBackFrom: string | null;
  /** Oldest first. */
  readonly events: readonly FineTuneEvent[];
  /** From events and metrics. */
  readonly curves: CurveSet;
  readonly checkpoints: Checkpoints;
  /** For lists without events. */
  readonly eventsBeside: Beside;
  readonly curvesBeside: Beside;
  /** Sources that have answered since the page opened. */
  readonly sources: string;
  readonly freshness: Freshness;
  readonly clock: ServiceClock;
}

/** `fineTune` is null if never listed. */
interface FineTuneView {
  readonly open: OpenFineTune | null;
  /** Undefined before the first answer. */
  readonly all: readonly FineTune[] | undefined;
  readonly freshness: Freshness;
}

const noEvents: readonly FineTuneEvent[] = [];

/** Polls the list; refetches the rest at news. */
export function useFineTune(id: string): FineTuneView {
  const client = useClient();
  const { list, gone, freshness, clock } = usePolledFineTunes(id);
  const place = list?.items.findIndex((each) => each.id === id) ?? -1;
  const listed = list?.items[place];
  const lost = gone.find((each) => each.fineTune.id === id);
  const fineTune = listed ?? lost?.fineTune ?? null;
  const askedId = listed === undefined ? null : id;

  const inList = fineTune?.events ?? noEvents;
  const news = newsOf(fineTune, freshness.updatedAtMs);
  const ownEvents = useFollowing(fineTuneEventsQuery(client, inList.length === 0 ? askedId : null), news);
  const reported = inList.length > 0 ? inList : (ownEvents.data?.items ?? noEvents);
  const events = useManyLater(id, reported);
  const metrics = useFollowing(fineTuneMetricsQuery(client, askedId), news);
  const saved = reported.filter(({ type }) => type?.toLowerCase() === 'checkpoint_save').length;
  const checkpoints = useFollowing(checkpointsQuery(client, askedId), {
    ...news,
    moment: `${fineTune?.status ?? ''} ${saved}`,
  });

  const curves = curvesOf(events, metrics.data);
  const besideEvents = besideOf(ownEvents);
  const eventsBeside = {
    ...besideEvents,
    isLoading: besideEvents.isLoading || (events.length === 0 && reported.length > 0),
  };
  const open =
    fineTune === null
      ? null
      : {
          fineTune,
          raw: listed === undefined ? lost?.raw : list?.raw[place],
          cameBackFrom: listMemory(client).seen.get(id)?.cameBackFrom ?? null,
          goneSinceMs: listed === undefined ? (lost?.atMs ?? null) : null,
          events,
          curves,
          checkpoints: {
            items: checkpoints.data?.items,
            raw: checkpoints.data?.raw ?? [],
            ...besideOf(checkpoints),
          },
          eventsBeside,
          curvesBeside: bothOf(besideOf(metrics), eventsBeside),
          sources: [ownEvents, metrics, checkpoints]
            .map((each) => String(each.isFetchedAfterMount))
            .join(' '),
          freshness,
          clock,
        };
  return { open, all: list?.items, freshness };
}

/** More are read and drawn after the page. */
const manyEvents = 1_000;

/** None of a long list at first, then its older state until what has changed is drawn. */
function useManyLater(id: string, all: readonly FineTuneEvent[]): readonly FineTuneEvent[] {
  const later = useDeferredValue(
    useMemo(() => ({ id, all }), [id, all]),
    null,
  );
  if (all.length <= manyEvents) return all;
  return later?.id === id ? later.all : noEvents;
}

function besideOf(query: Pick<UseQueryResult, 'isLoading' | 'error' | 'refetch'>): Beside {
  const { isLoading, error, refetch } = query;
  return { isLoading, error, refresh: () => void refetch() };
}

function bothOf(one: Beside, other: Beside): Beside {
  return {
    isLoading: one.isLoading || other.isLoading,
    error: one.error ?? other.error,
    refresh() {
      for (const { error, refresh } of [one, other]) if (error !== null) refresh();
    },
  };
}

export interface FineTunePartProps {
  readonly open: OpenFineTune;
  readonly all: readonly FineTune[];
  readonly search: FineTuneSearch;
  /** Undefined removes a parameter. */
  readonly changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}
