// When to ask for a job again. Pure: the same facts give the same delay, however often it is asked.
import { calmDelayMs, failedDelayMs, type PollHistory } from '#connection/poll-pace.ts';
import { isOver, jobStatusKind } from './job-status.ts';

/** What the delay depends on. */
export interface JobPollFacts extends PollHistory {
  /** As the service sent it last; null before the first answer. */
  readonly status: string | null;
  /** Its own page is open, or it is one of a list. */
  readonly isOpen: boolean;
}

/** Milliseconds from the end of one request to the next; false where nothing is to be asked by itself any more. */
export function jobDelayMs(facts: JobPollFacts): number | false {
  const { status, failure } = facts;
  if (failure === null) {
    if (status !== null && isOver(status)) return false;
    return calmDelayMs(restMs(facts), facts);
  }
  // There is no such job: it will not come back.
  if (failure.status === 404 || failure.status === 410) return false;
  return failedDelayMs(restMs(facts), facts);
}

/** The delay while every answer says something new. */
function restMs({ status, isOpen }: JobPollFacts): number {
  const kind = jobStatusKind(status ?? '');
  if (kind === 'unknown') return 60_000;
  if (isOpen) return 5_000;
  return kind === 'queued' ? 30_000 : 15_000;
}
