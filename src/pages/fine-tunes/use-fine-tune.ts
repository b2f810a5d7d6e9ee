// Hook for one fine-tune: record, events, curves, checkpoints, age.
import {
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useDeferredValue, useMemo, useEffect, useRef, useState } from 'react';
import { fineTuneMetricsQuery, preloadMetrics } from '#api/metrics.ts';
import { checkpointsQuery, fineTuneEventsQuery } from '#api/queries.ts';
import { eventsOfType, type Checkpoint, type FineTuneEvent, type FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { curvesOf } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { listMemory } from './fine-tunes-query.ts';
import type { FineTuneSearch } from './search.ts';
import type { Freshness } from '#ui/Freshness.tsx';
import { type ServiceClock, usePolledFineTunes } from './use-polled-fine-tunes.ts';
import { ApiError } from '#api/errors.ts';
import { checkpointStep, statusKind } from '#api/fine-tune-status.ts';

/** Requested beside the list, and may fail by itself. */
interface Beside {
  /** Nothing known yet. */
  readonly isLoading: boolean;
  /** Of the last request. */
  readonly error: Error | null;
  readonly refresh: () => void;
}

interface Checkpoints extends Beside {
  /** Undefined before the first answer. */
  readonly items: readonly Checkpoint[] | undefined;
  /** How many the events tell of: room is kept for them. */
  readonly announced: number;
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
  /** Unix milliseconds up to which reports are known; null before the first answer. */
  readonly knownMs: number | null;
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
  // Of one that is no longer listed the last answers stay.
  const askedId = fineTune === null ? null : id;
  const enabled = listed !== undefined;

  const inList = fineTune?.events ?? noEvents;
  // Later lists tell nothing of one that they lack.
  const news = newsOf(fineTune, lost?.atMs ?? freshness.updatedAtMs);
  const ownId = inList.length === 0 ? askedId : null;
  const ownEvents = useFollowing({ ...fineTuneEventsQuery(client, ownId), enabled }, news);
  const reported = inList.length > 0 ? inList : (ownEvents.data?.items ?? noEvents);
  const events = useManyLater(id, reported);
  const cache = useQueryClient();
  // An effect would ask only after the page's first paint.
  if (enabled) preloadMetrics(cache, client, id);
  const metrics = useFollowing({ ...fineTuneMetricsQuery(client, askedId), enabled }, news);
  const saved = eventsOfType(reported, 'checkpoint_save').length;
  const checkpoints = useFollowing(
    { ...checkpointsQuery(client, askedId), enabled },
    { ...news, moment: `${fineTune?.status ?? ''} ${saved}` },
  );

  const items = checkpoints.data?.items;
  const savedInOrder = useMemo(() => items && byStep(items), [items]);

  const knownMs = useKnownMs(news, [metrics.dataUpdatedAt, ownEvents.dataUpdatedAt]);
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
            items: savedInOrder,
            announced: saved,
            raw: checkpoints.data?.raw ?? [],
            ...besideOf(checkpoints),
          },
          eventsBeside,
          curvesBeside: bothOf(besideOf(metrics), eventsBeside),
          sources: [ownEvents, metrics, checkpoints]
            .map((each) => String(each.isFetchedAfterMount))
            .join(' '),
          knownMs,
          freshness,
          clock,
        };
  return { open, all: list?.items, freshness };
}

/** Services list the newest first or last; one without a step is final. */
export function byStep(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return checkpoints.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf(checkpoint: Checkpoint): number {
  return checkpointStep(checkpoint) ?? Number.MAX_VALUE;
}

/** @param besideMs of the answers beside the list, Unix milliseconds; 0 for none */
function useKnownMs(news: ListNews, besideMs: readonly number[]): number | null {
  const [first, setFirst] = useState(news);
  if (first.moment !== news.moment) setFirst(news);
  return knownUntil(news.listedMs, first.listedMs, besideMs);
}

/**
 * The list answers first, after a pause of this page long before the rest: what it tells of is silence only
 * once that has answered, too.
 * @param newsMs of the first list with its news
 */
export function knownUntil(
  listedMs: number | null,
  newsMs: number | null,
  besideMs: readonly number[],
): number | null {
  if (listedMs === null || newsMs === null) return listedMs;
  return Math.min(listedMs, ...besideMs.filter((each) => each > 0 && each < newsMs));
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

/** Fetches on mount, then at news. */
function useFollowing<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  news: ListNews,
) {
  const query = useQuery({ ...options, ...common });
  useAsking([{ id: '', query, news }]);
  return query;
}

/** One element of `news` per query. */
export function useFollowingAll<Data, Key extends QueryKey>(
  all: readonly {
    readonly id: string;
    readonly options: UseQueryOptions<Data, Error, Data, Key>;
    readonly news: ListNews;
  }[],
) {
  const queries = useQueries({ queries: all.map(({ options }) => ({ ...options, ...common })) });
  useAsking(
    all.flatMap(({ id, news }, index) => {
      const query = queries[index];
      return query === undefined ? [] : [{ id, query, news }];
    }),
  );
  return queries;
}

const common = { staleTime: Infinity, networkMode: 'always', refetchOnMount: 'always' } as const;

interface Asked {
  readonly id: string;
  readonly query: Followed & {
    readonly isEnabled: boolean;
    readonly isFetching: boolean;
    readonly refetch: (options: { readonly cancelRefetch: boolean }) => unknown;
  };
  readonly news: ListNews;
}

/**
 * Queries without data fetch by themselves. News waits during a request or a forbidden time:
 * cancelling a slow request each time would never let it finish.
 */
function useAsking(all: readonly Asked[]): void {
  const answered = useRef(new Map<string, ListNews>());
  useEffect(() => {
    const before = answered.current;
    const now = new Map<string, ListNews>();
    for (const { id, query, news } of all) {
      const last = before.get(id);
      if (!query.isEnabled) {
        if (last !== undefined) now.set(id, last);
        continue;
      }
      const isNews =
        last !== undefined &&
        (last.moment !== news.moment || (query.error !== null && last.listedMs !== news.listedMs));
      if (isNews && (query.isFetching || !mayAsk(query, Date.now()))) {
        now.set(id, last);
        continue;
      }
      now.set(id, news);
      if (isNews) void query.refetch({ cancelRefetch: true });
    }
    answered.current = now;
  });
}

interface Followed {
  readonly error: Error | null;
  /** Unix milliseconds; 0 for never. */
  readonly errorUpdatedAt: number;
}

/** After a failure without Retry-After. */
const restMs = 30_000;

/** False after a 401 or 403, which the user must fix, and for a while after other failures. */
export function mayAsk({ error, errorUpdatedAt }: Followed, nowMs: number): boolean {
  if (error === null) return true;
  const answered = error instanceof ApiError ? error : null;
  if (answered?.status === 401 || answered?.status === 403) return false;
  return nowMs >= errorUpdatedAt + Math.max(restMs, answered?.retryAfterMs ?? 0);
}

interface ListNews {
  /** A different string is news. */
  readonly moment: string;
  /** Unix milliseconds of the list, when failed requests are retried. */
  readonly listedMs: number | null;
}

/**
 * Any progress is news. For a running job without events every answer is: nothing else shows that curves have
 * grown.
 */
export function newsOf(record: FineTune | null, listedMs: number | null): ListNews {
  const { status, updated_at: updated, events = [] } = record ?? {};
  const isSilent = events.length === 0 && statusKind(status) === 'running';
  const parts = [
    status,
    updated,
    record?.steps_completed,
    record?.evals_completed,
    record?.epochs_completed,
    events.length,
    events.at(-1)?.hash,
    isSilent ? listedMs : null,
  ];
  return { moment: parts.map((each) => String(each ?? '')).join(' '), listedMs };
}
