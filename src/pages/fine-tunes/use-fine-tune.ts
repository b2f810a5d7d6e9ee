// All that is known of one fine-tune, for every part of its page: record, events, curves, checkpoints, and how old they are.
import type { UseQueryResult } from '@tanstack/react-query';
import { checkpointsQuery, fineTuneEventsQuery, fineTuneMetricsQuery } from '#api/queries.ts';
import type { Checkpoint, FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { curvesOf } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { listMemory } from './list-memory.ts';
import type { FineTuneSearch } from './search.ts';
import { newsOf, useFollowing } from './use-following.ts';
import { type ServiceClock, usePolledFineTunes, type Freshness } from './use-polled-fine-tunes.ts';

/** What is asked for beside the list, and may be late or fail while all else is there. */
export interface Beside {
  /** Asked for the first time, and nothing known yet. */
  readonly isLoading: boolean;
  /** Why the last request failed; what is known is then older. */
  readonly error: Error | null;
  readonly refresh: () => void;
}

/** Checkpoints come by an operation of their own. */
interface Checkpoints extends Beside {
  /** Undefined before the first answer. */
  readonly items: readonly Checkpoint[] | undefined;
  readonly raw: readonly unknown[];
}

/** One fine-tune as its page knows it. Arrays and curves keep their identity while nothing is new in them. */
export interface OpenFineTune {
  /** As listed, or as it was listed last. */
  readonly fineTune: FineTune;
  /** The JSON that it came as. */
  readonly raw: unknown;
  /** When it was in a list last, in Unix milliseconds, where it no longer is; else null. */
  readonly goneSinceMs: number | null;
  /** The status that said it was over, where it came back from there; else null. */
  readonly cameBackFrom: string | null;
  /** The oldest first. */
  readonly events: readonly FineTuneEvent[];
  /** From events and metrics together. */
  readonly curves: CurveSet;
  readonly checkpoints: Checkpoints;
  /** Events come by an operation of their own where the list tells none. */
  readonly eventsBeside: Beside;
  /** Metrics, where the service has them, and those events. */
  readonly curvesBeside: Beside;
  /** Which of them have answered since the page was opened; another text means that something was learned late. */
  readonly sources: string;
  readonly freshness: Freshness;
  readonly clock: ServiceClock;
}

/** What `useFineTune` gives: `fineTune` is null where the list has no such id and never had. */
interface FineTuneView {
  readonly open: OpenFineTune | null;
  /** Every fine-tune that is listed; undefined before the first answer. */
  readonly all: readonly FineTune[] | undefined;
  readonly freshness: Freshness;
}

const noEvents: readonly FineTuneEvent[] = [];

/** Polls while the page is open. Beside the list, events, metrics and checkpoints are asked for when the list says that something came. */
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
  const events = inList.length > 0 ? inList : (ownEvents.data?.items ?? noEvents);
  const metrics = useFollowing(fineTuneMetricsQuery(client, askedId), news);
  const saved = events.filter(({ type }) => type?.toLowerCase() === 'checkpoint_save').length;
  const checkpoints = useFollowing(checkpointsQuery(client, askedId), {
    ...news,
    moment: `${fineTune?.status ?? ''} ${saved}`,
  });

  const curves = curvesOf(events, metrics.data?.items);
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
          eventsBeside: besideOf(ownEvents),
          curvesBeside: bothOf(besideOf(metrics), besideOf(ownEvents)),
          sources: [ownEvents, metrics, checkpoints]
            .map((each) => String(each.isFetchedAfterMount))
            .join(' '),
          freshness,
          clock,
        };
  return { open, all: list?.items, freshness };
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

/** Take what is needed by `Pick`. */
export interface FineTunePartProps {
  readonly open: OpenFineTune;
  /** Every fine-tune that is listed. */
  readonly all: readonly FineTune[];
  readonly search: FineTuneSearch;
  /** Changes the named parts of the address; undefined takes one away. */
  readonly changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}
