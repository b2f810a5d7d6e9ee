// GET /jobs/{jobId} as this page asks for it: remembered, and repeated by the policy until the job is over.
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#api/client.ts';
import { ApiError, isAbort } from '#api/errors.ts';
import { jobQuery } from '#api/queries.ts';
import type { Job } from '#api/schema/job.ts';
import type { RecordAnswer } from '#api/schema/read-list.ts';
import { tellEnd } from './end-notice.ts';
import { jobMemory, rememberJob } from './job-memory.ts';
import { jobDelayMs } from './job-poll.ts';
import { isOver } from './job-status.ts';
import { noteSeen } from './note-seen.ts';
import { find } from './watch-list.ts';
import { useWatchList } from './watch-store.ts';
import { aboutWords } from './about-words.ts';

/** How a job is asked for. */
export interface Polling {
  readonly isOpen: boolean;
  readonly isPaused: boolean;
}

/** The query with its poll. An end is told where that is wanted; for that a hidden tab asks, too. */
export function polledJobQuery(client: Client, jobId: string, { isOpen, isPaused }: Polling) {
  const seen = watched(client, jobId)?.seen ?? null;
  const memory = jobMemory(client, jobId, seen?.status);
  const { queryKey, ...common } = jobQuery(client, jobId);
  return queryOptions({
    ...common,
    queryKey,
    // The embedded service answers on a machine without a network, too.
    networkMode: 'always',
    staleTime: ({ state }) => (isOver(state.data?.record.status) ? Infinity : 1_000),
    refetchInterval: ({ state }) => (isPaused ? false : delayOf(client, jobId, state, isOpen)),
    refetchIntervalInBackground: watched(client, jobId)?.wantsNotice ?? false,
    // A tab that comes back asks at once, but not a service that asked to be left alone.
    refetchOnWindowFocus: ({ state }) => !isPaused && state.error === null,
    queryFn: async ({ signal }) => {
      try {
        const answer = await client.getJob(jobId, { signal });
        takeIn(client, jobId, answer.record, rememberJob(memory, answer.record, answer.raw).hasEnded);
        return answer;
      } catch (error) {
        if (!isAbort(error)) memory.failureCount += 1;
        throw error;
      }
    },
  });
}

/** What the cache knows of a job, as far as the delay depends on it. */
export interface PolledState {
  readonly data: RecordAnswer<Job> | undefined;
  readonly error: Error | null;
  /** Unix milliseconds, 0 for never. */
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** Milliseconds until the next request; false where none is sent by itself. Pure between two requests. */
export function delayOf(client: Client, jobId: string, state: PolledState, isOpen: boolean): number | false {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = state;
  const memory = jobMemory(client, jobId);
  const failure =
    error === null
      ? null
      : error instanceof ApiError
        ? { status: error.status, retryAfterMs: error.retryAfterMs }
        : { status: null, retryAfterMs: null };
  // An id that cannot be sent will not become one.
  if (error instanceof ApiError && error.code === 'not_sent') return false;
  return jobDelayMs({
    status: data?.record.status ?? null,
    isOpen,
    unchangedCount: memory.unchangedCount,
    failure,
    failureCount: Math.max(1, memory.failureCount),
    chance: (seed + Math.max(dataUpdatedAt, errorUpdatedAt) * 0.618_033_988_75) % 1,
  });
}

const seed = Math.random();

function watched(client: Client, jobId: string) {
  return find(useWatchList.getState().list, client.baseUrl, jobId);
}

function takeIn(client: Client, jobId: string, job: Job, hasEnded: boolean): void {
  noteSeen(client.baseUrl, jobId, job);
  if (hasEnded && watched(client, jobId)?.wantsNotice) tellEnd(jobId, job.status ?? '', aboutWords(job));
}
