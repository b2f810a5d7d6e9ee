// Poll delay of a job, with backoff and per-job memory. Pure.
import type { Client } from '#api/client.ts';
import type { Job } from '#api/schema/job.ts';
import { pollDelayMs, type PollHistory } from '#connection/polling.ts';
import { isOver, jobStatusKind, wayBack, type WayBack } from './job-status.ts';

export interface JobPollFacts extends PollHistory {
  /** Null before the first answer. */
  readonly status: string | null;
  /** On its own page. */
  readonly isOpen: boolean;
}

/** From the end of one request to the next; false to stop. */
export function jobDelayMs(facts: JobPollFacts): number | false {
  const { status, failure } = facts;
  if (failure === null && status !== null && isOver(status)) return false;
  // A missing job will not come back.
  if (failure?.status === 404 || failure?.status === 410) return false;
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
  const memory = { unchangedCount: 0, failureCount: 0, seed, status: seenStatus, wentBack: null, text: '' };
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
  memory.unchangedCount = text === memory.text ? memory.unchangedCount + 1 : 0;
  memory.text = text;
  memory.wentBack = wayBack([before ?? undefined, status]) ?? memory.wentBack;
  memory.status = status ?? before;
  return { hasEnded: before !== null && !isOver(before) && isOver(status) };
}
