// What the events of a failed fine-tune give as the reason.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { statusTone } from '#pages/fine-tunes/status-tone.ts';

/** The message of the last error; null where the status is none of a failure, or no error has a message. */
export function failureReason(status: string | undefined, events: readonly FineTuneEvent[]): string | null {
  if (statusTone(status) !== 'bad') return null;
  return events.findLast((event) => isError(event) && Boolean(event.message))?.message ?? null;
}

function isError({ level, type }: FineTuneEvent): boolean {
  return level?.toLowerCase() === 'error' || errorTypes.has(type?.toLowerCase() ?? '');
}

const errorTypes = new Set(['job_error', 'job_user_error']);
