// Polled job query: delays, memory of answers, notification at the end.
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#api/client.ts';
import { ApiError, isAbort } from '#api/errors.ts';
import { jobQuery } from '#api/queries.ts';
import type { Job } from '#api/schema/job.ts';
import type { RecordAnswer } from '#api/schema/read-list.ts';
import {
  refetchOnFocus,
  pollHistory,
  type PolledState,
  pollDelayMs,
  type PollHistory,
  soonDelayMs,
} from '#connection/polling.ts';
import { createStreamSlots, originOf } from '#connection/stream-slots.ts';
import { showNotification } from '#ui/notifications.ts';
import {
  aboutWords,
  failureReason,
  isOver,
  jobStatusKind,
  updateEntries,
  wayBack,
  type WayBack,
} from './job-status.ts';
import { find, noteSeen, useWatchList } from './watch-list.ts';

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
  const reason = failureReason(job.status, updateEntries(job));
  const body = `${aboutWords(job) || jobId}${reason === null ? '' : `: ${reason}`}`;
  showNotification(`Job ${status}`, { body, tag: jobId });
}

export interface JobPollFacts extends PollHistory {
  /** Null before the first answer. */
  readonly status: string | null;
  /** On its own page. */
  readonly isOpen: boolean;
}

/** From the end of one request to the next; false to stop. */
export function jobDelayMs(facts: JobPollFacts): number | false {
  const { status, failure, failureCount } = facts;
  if (status !== null && isOver(status)) return false;
  if (failure?.status === 410) return false;
  // A missing job will not come back, but one that was started only now may take seconds to appear.
  if (failure?.status === 404) return status === null && failureCount < 5 && soonDelayMs(facts);
  return pollDelayMs(restMs(facts), facts);
}

/** While every answer differs. */
function restMs({ status, isOpen }: JobPollFacts): number {
  const kind = jobStatusKind(status ?? '');
  if (kind === 'unknown') return 60_000;
  if (isOpen) return 5_000;
  return kind === 'queued' ? 30_000 : 15_000;
}

/** Mutated by every answer; lives as long as the client. */
interface JobMemory {
  unchangedCount: number;
  failureCount: number;
  /** By hand; the next answer does not count as unchanged. */
  isAsked: boolean;
  /** Jitter: jobs answered together are not requested together again. */
  readonly seed: number;
  /** Of the last answer, even in an earlier visit. */
  status: string | null;
  wentBack: WayBack | null;
  text: string;
}

const memories = new WeakMap<Client, Map<string, JobMemory>>();

/**
 * The same object every time.
 * @param seenStatus from an earlier visit; only used, like `random`, by the first call
 */
export function jobMemory(
  client: Client,
  jobId: string,
  seenStatus: string | null = null,
  random: () => number = Math.random,
): JobMemory {
  const jobs = memories.get(client) ?? new Map<string, JobMemory>();
  memories.set(client, jobs);
  const known = jobs.get(jobId);
  if (known !== undefined) return known;
  const seed = random();
  const memory: JobMemory = {
    unchangedCount: 0,
    failureCount: 0,
    isAsked: false,
    seed,
    status: seenStatus,
    wentBack: null,
    text: '',
  };
  jobs.set(jobId, memory);
  return memory;
}

interface Turn {
  /** With this answer. */
  readonly hasEnded: boolean;
}

/** @param raw unparsed record */
export function rememberJob(memory: JobMemory, { status }: Job, raw: unknown): Turn {
  const text = JSON.stringify(raw);
  const before = memory.status;
  memory.failureCount = 0;
  memory.unchangedCount = text === memory.text ? memory.unchangedCount + (memory.isAsked ? 0 : 1) : 0;
  memory.isAsked = false;
  memory.text = text;
  memory.wentBack = wayBack([before ?? undefined, status]) ?? memory.wentBack;
  memory.status = status ?? before;
  return { hasEnded: before !== null && !isOver(before) && isOver(status) };
}
