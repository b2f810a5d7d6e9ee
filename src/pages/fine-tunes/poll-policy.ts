// When to ask for the fine-tunes again. Pure: the same facts give the same delay, however often it is asked.
import { calmDelayMs, failedDelayMs, type PollHistory } from '#connection/polling.ts';
import { statusKind, type StatusKind } from '#api/fine-tune-status.ts';

/** What the delay depends on. */
export interface PollFacts extends PollHistory {
  /** Statuses of all fine-tunes in the last answer; null before the first. */
  readonly statuses: readonly (string | undefined)[] | null;
  /** Status of the fine-tune whose page is open; null where none is. */
  readonly openStatus: string | null;
}

/** Milliseconds from the end of one request to the next; false where nothing is to be asked by itself any more. */
export function pollDelayMs(facts: PollFacts): number | false {
  const usualMs = calmDelayMs(restMs(facts), facts);
  return facts.failure === null ? usualMs : failedDelayMs(usualMs, facts);
}

/**
 * A hidden tab asks only so that news can be notified, and never more often than once a minute.
 * @param delayMs of a tab that is seen
 */
export function hiddenDelayMs(delayMs: number | false): number | false {
  return delayMs === false ? false : Math.max(delayMs, 60_000);
}

/** The delay while every answer says something new. */
function restMs({ statuses, openStatus }: PollFacts): number {
  if (openStatus !== null && statusKind(openStatus) === 'running') return 5_000;
  const kinds = new Set<StatusKind>(statuses?.map(statusKind));
  if (kinds.has('running')) return 15_000;
  if (kinds.has('queued')) return 30_000;
  if (kinds.has('unknown')) return 60_000;
  return 120_000;
}
