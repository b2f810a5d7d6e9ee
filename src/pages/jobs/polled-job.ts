// Polled job query, with request pool and end-of-job notification.
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#api/client.ts';
import { ApiError, isAbort } from '#api/errors.ts';
import { jobQuery } from '#api/queries.ts';
import type { Job } from '#api/schema/job.ts';
import type { RecordAnswer } from '#api/schema/read-list.ts';
import { refetchOnFocus, pollHistory, type PolledState } from '#connection/polling.ts';
import { createStreamSlots, originOf } from '#connection/stream-slots.ts';
import { showNotification } from '#ui/notifications.ts';
import { jobMemory, rememberJob, jobDelayMs } from './job-poll.ts';
import { aboutWords, isOver } from './job-status.ts';
import { find } from './watch-list.ts';
import { noteSeen, useWatchList } from './watch-store.ts';

interface Polling {
  readonly isOpen: boolean;
  readonly isPaused: boolean;
}

/** Until the job is over; with a notification requested, in a hidden tab, too. */
export function polledJobQuery(client: Client, jobId: string, { isOpen, isPaused }: Polling) {
  const seen = watched(client, jobId)?.seen ?? null;
  const memory = jobMemory(client, jobId, seen?.status);
  const { queryKey, ...common } = jobQuery(client, jobId);
  return queryOptions({
    ...common,
    queryKey,
    // The embedded service works offline, too.
    networkMode: 'always',
    staleTime: ({ state }) => (isOver(state.data?.record.status) ? Infinity : 1_000),
    refetchInterval: ({ state }) => (isPaused ? false : delayOf(client, jobId, state, isOpen)),
    refetchIntervalInBackground: watched(client, jobId)?.wantsNotice ?? false,
    refetchOnWindowFocus: ({ state }) =>
      !isPaused && refetchOnFocus(state, delayOf(client, jobId, state, isOpen)),
    queryFn: async ({ signal }) => {
      try {
        const answer = await inTurn(client, signal, () => client.getJob(jobId, { signal }));
        takeIn(client, jobId, answer.record, rememberJob(memory, answer.record, answer.raw).hasEnded);
        return answer;
      } catch (error) {
        if (!isAbort(error)) memory.failureCount += 1;
        throw error;
      }
    },
  });
}

/** False if none is scheduled. Pure between two requests. */
export function delayOf(
  client: Client,
  jobId: string,
  state: PolledState<RecordAnswer<Job>>,
  isOpen: boolean,
): number | false {
  const { data, error } = state;
  // An id that cannot be sent stays invalid.
  if (error instanceof ApiError && error.code === 'not_sent') return false;
  return jobDelayMs({
    ...pollHistory(state, jobMemory(client, jobId)),
    status: data?.record.status ?? null,
    isOpen,
  });
}

/** Leaves connections for what the user waits for. */
const slots = createStreamSlots(2);

async function inTurn<Answer>(
  client: Client,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const line: { leave?: () => void } = {};
  try {
    await new Promise<void>((resolve) => {
      line.leave = slots.enter(originOf(client.baseUrl), resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    signal.throwIfAborted();
    return await ask();
  } finally {
    line.leave?.();
  }
}

function watched(client: Client, jobId: string) {
  return find(useWatchList.getState().list, client.baseUrl, jobId);
}

function takeIn(client: Client, jobId: string, job: Job, hasEnded: boolean): void {
  noteSeen(client.baseUrl, jobId, job);
  if (!hasEnded || !watched(client, jobId)?.wantsNotice) return;
  const status = (job.status ?? '').toLowerCase();
  showNotification(`Job ${status}`, { body: aboutWords(job) || jobId, tag: jobId });
}
