// Tone of a fine-tune status, and why a job failed.
import { statusKind } from '#api/fine-tune-status.ts';
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { levelOf } from '#timeline/entry.ts';
import type { Tone } from '#ui/States.tsx';

/** Neutral for an unknown status. */
export function statusTone(status: string | undefined): Tone {
  const own = tones.get(status?.toLowerCase() ?? '');
  return own ?? (statusKind(status) === 'running' ? 'live' : 'none');
}

const tones = new Map<string, Tone>([
  ['cancel_requested', 'warn'],
  ['cancelled', 'stopped'],
  ['completed', 'ok'],
  ['error', 'bad'],
  ['user_error', 'bad'],
  ['failed', 'bad'],
]);

/** Null unless the job failed with a message. */
export function failureReason(status: string | undefined, events: readonly FineTuneEvent[]): string | null {
  if (statusTone(status) !== 'bad') return null;
  return events.findLast((event) => isError(event) && Boolean(event.message))?.message ?? null;
}

function isError({ level, type }: FineTuneEvent): boolean {
  return levelOf(level) === 'error' || errorTypes.has(type?.toLowerCase() ?? '');
}

const errorTypes = new Set(['job_error', 'job_user_error']);
