// What the words of a service for a job's state mean: does it wait, work, or is it over.
import type { Tone } from '#ui/Status.tsx';

/** `unknown` is a word that nobody has listed; it is shown as it came. */
export type JobStatusKind = 'queued' | 'running' | 'complete' | 'failed' | 'unknown';

const kinds: Readonly<Record<string, JobStatusKind>> = {
  queued: 'queued',
  running: 'running',
  complete: 'complete',
  failed: 'failed',
};

/** Capitals do not matter. */
export function jobStatusKind(status: string | undefined): JobStatusKind {
  return kinds[status?.toLowerCase() ?? ''] ?? 'unknown';
}

/** Whether nothing more is to come. */
export function isOver(status: string | undefined): boolean {
  const kind = jobStatusKind(status);
  return kind === 'complete' || kind === 'failed';
}

/** How a status looks; neutral for a word that is not known. */
export const statusTones: Readonly<Record<JobStatusKind, Tone>> = {
  queued: 'none',
  running: 'live',
  complete: 'ok',
  failed: 'bad',
  unknown: 'none',
};

/** A status that was followed by an earlier one, as the service sent both. */
export interface WayBack {
  readonly from: string;
  readonly to: string;
}

/** The last time that statuses went back, such as from Complete to Running; null where they never did. @param statuses oldest first */
export function wayBack(statuses: readonly (string | undefined)[]): WayBack | null {
  let found: WayBack | null = null;
  let before: string | undefined;
  for (const status of statuses) {
    if (status === undefined || rank(status) === -1) continue;
    if (before !== undefined && rank(status) < rank(before)) found = { from: before, to: status };
    before = status;
  }
  return found;
}

function rank(status: string): number {
  const kind = jobStatusKind(status);
  return kind === 'unknown' ? -1 : kind === 'queued' ? 0 : kind === 'running' ? 1 : 2;
}
