// What the service itself says of the time that is left: to its next status, not to the end.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { isOver } from '#api/fine-tune-status.ts';
import { readTimeMs } from '#lib/read-time.ts';

/** When the service expects its next status, in Unix milliseconds; null with a sentence where it says nothing. */
export function serviceEstimate(record: FineTune): { readonly atMs: number | null; readonly words: string } {
  if (isOver(record.status)) return { atMs: null, words: 'The job is over.' };
  const { estimate_available: isThere, seconds_remaining: seconds } = record.progress ?? {};
  if (seconds === undefined) return { atMs: null, words: 'The service sends no estimate of its own.' };
  if (isThere === false || !(seconds >= 0)) return { atMs: null, words: 'The service has no estimate now.' };
  const fromMs = readTimeMs(record.updated_at);
  const said = `The service says ${Math.round(seconds)} s to its next status`;
  if (fromMs === null) return { atMs: null, words: `${said}, but not from when.` };
  return { atMs: fromMs + seconds * 1_000, words: `${said}, counted from its last update.` };
}
