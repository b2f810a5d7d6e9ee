// Hook that polls jobs: record, age, error, timing.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meansAbsent } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { Job } from '#api/schema/job.ts';
import { pollCounts, pollDelayMs, pollHistory, pollTimes } from '#connection/polling.ts';
import { currentConnection, useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import type { PollTimes } from '#ui/Freshness.tsx';
import { jobMemory, delayOf, polledJobQuery } from './polled-job.ts';
import { isOver, jobStatusKind, type WayBack } from './job-status.ts';
import { find, type Seen, useWatchList } from './watch-list.ts';

export interface JobView {
  readonly jobId: string;
  /** Undefined before the first answer. */
  readonly job: Job | undefined;
  readonly raw: unknown;
  /** Sentences on deviations from the interface document. */
  readonly notes: readonly string[];
  /** From an earlier visit; null if not watched or never answered. */
  readonly seen: Seen | null;
  readonly error: Error | null;
  /** The service says that there is no such job. */
  readonly isMissing: boolean;
  /** Its fine-tune says so; a job's own status can only be Failed. */
  readonly isCancelled: boolean;
  /** Between two answers; the timeline shows those within the updates. */
  readonly wentBack: WayBack | null;
  readonly times: PollTimes;
  /** The service's clock, which dates the job, minus the local one; 0 if unknown. */
  readonly aheadMs: number;
  readonly refresh: () => void;
}

export interface Jobs {
  readonly views: readonly JobView[];
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly refreshAll: () => void;
}

/**
 * Polls each job by itself.
 * @param isOpen polls faster
 */
export function useJobs(jobIds: readonly string[], isOpen: boolean): Jobs {
  const client = useClient();
  const [isPaused, setPaused] = useState(false);
  const list = useWatchList((state) => state.list);
  const answers = useQueries({
    queries: jobIds.map((jobId) => polledJobQuery(client, jobId, { isOpen, isPaused })),
  });
  const cancelled = new Set(
    useFineTunes().fineTunes.flatMap(({ job_id: jobId, status }) =>
      status?.toLowerCase() === 'cancelled' ? (jobId ?? []) : [],
    ),
  );
  const views = jobIds.flatMap((jobId, index): JobView[] => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const { data, refetch } = answer;
    const isMissing = saysMissing(answer.error);
    // What ended stays as it was, whether or not the service can be reached now.
    const error = isOver(data?.record.status) && !isMissing ? null : answer.error;
    return [
      {
        jobId,
        job: data?.record,
        raw: data?.raw,
        notes: data?.notes ?? [],
        seen: find(list, client.baseUrl, jobId)?.seen ?? null,
        error,
        isMissing,
        isCancelled: jobStatusKind(data?.record.status) === 'failed' && cancelled.has(jobId),
        wentBack: jobMemory(client, jobId).wentBack,
        aheadMs: client.clockOffsetMs() ?? 0,
        times: pollTimes(answer, delayOf(client, jobId, answer, isOpen), isPaused),
        refresh: () => {
          jobMemory(client, jobId).isAsked = true;
          void refetch({ cancelRefetch: false });
        },
      },
    ];
  });
  return { views, isPaused, setPaused, refreshAll: () => views.forEach(({ refresh }) => refresh()) };
}

function saysMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

const noFineTunes: readonly FineTune[] = [];

/**
 * Requested at most once a minute; empty while unknown.
 * @param isPolled requested every minute
 */
export function useFineTunes(isPolled = false): {
  readonly fineTunes: readonly FineTune[];
  readonly isLoading: boolean;
  /** False once the service has said that it lacks the operation. */
  readonly isOffered: boolean;
} {
  const client = useClient();
  const isRefused = useConnections((state) => state.refused.includes(currentConnection(state).id));
  const { data, error, isLoading } = useQuery({
    ...fineTunesQuery(client),
    enabled: !isRefused,
    staleTime: 60_000,
    refetchInterval: (query) => isPolled && pollDelayMs(60_000, pollHistory(query.state, pollCounts(query))),
    refetchOnWindowFocus: false,
    retryOnMount: false,
  });
  return {
    fineTunes: data?.items ?? noFineTunes,
    isLoading,
    isOffered: !meansAbsent(error, data !== undefined),
  };
}
