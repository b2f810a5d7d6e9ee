// The jobs that the page shows, each with what is known of it and how old that is.
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/errors.ts';
import type { Job } from '#api/schema/job.ts';
import { pollTimes } from '#connection/polling.ts';
import { useClient } from '#connection/use-client.ts';
import type { PollTimes } from '#ui/PollButtons.tsx';
import { jobMemory } from './job-poll.ts';
import { delayOf, polledJobQuery } from './polled-job.ts';
import type { WayBack } from './job-status.ts';
import { find, type Seen } from './watch-list.ts';
import { useWatchList } from './watch-store.ts';

/** One job as the page knows it. */
export interface JobView {
  readonly jobId: string;
  /** As it was answered last; undefined before the first answer. */
  readonly job: Job | undefined;
  readonly raw: unknown;
  /** Sentences on what differs from the interface document. */
  readonly notes: readonly string[];
  /** What an earlier visit saw of it; null where it is not watched or was never answered. */
  readonly seen: Seen | null;
  /** Why the last request failed. */
  readonly error: Error | null;
  /** The service says that there is no such job. */
  readonly isMissing: boolean;
  /** Between two answers; within the updates it is for their timeline to say. */
  readonly wentBack: WayBack | null;
  readonly times: PollTimes;
  /** Milliseconds that the service's clock, which dates the job, is ahead of this one; 0 where it does not say its time. */
  readonly aheadMs: number;
  readonly refresh: () => void;
}

/** What a page of jobs works with. */
export interface Jobs {
  readonly views: readonly JobView[];
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly refreshAll: () => void;
}

/** Polls each of them by itself. @param isOpen their own page is open: they are asked for more often */
export function useJobs(jobIds: readonly string[], isOpen: boolean): Jobs {
  const client = useClient();
  const [isPaused, setPaused] = useState(false);
  const list = useWatchList((state) => state.list);
  const answers = useQueries({
    queries: jobIds.map((jobId) => polledJobQuery(client, jobId, { isOpen, isPaused })),
  });
  const views = jobIds.flatMap((jobId, index): JobView[] => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const { data, error, refetch } = answer;
    return [
      {
        jobId,
        job: data?.record,
        raw: data?.raw,
        notes: data?.notes ?? [],
        seen: find(list, client.baseUrl, jobId)?.seen ?? null,
        error,
        isMissing: error instanceof ApiError && (error.status === 404 || error.status === 410),
        wentBack: jobMemory(client, jobId).wentBack,
        aheadMs: client.clockOffsetMs() ?? 0,
        times: pollTimes(answer, delayOf(client, jobId, answer, isOpen), isPaused),
        refresh: () => void refetch({ cancelRefetch: false }),
      },
    ];
  });
  return { views, isPaused, setPaused, refreshAll: () => views.forEach(({ refresh }) => refresh()) };
}
