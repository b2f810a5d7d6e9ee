// What the words of a service for a job's state mean: does it wait, work, or is it over.
import type { Job } from '#api/schema/job.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { type Entry, inOrder, contentKey, uniqueKeys } from '#timeline/entry.ts';
import { phasesOf, type Phase } from '#timeline/phases.ts';
import type { Tone } from '#ui/Status.tsx';

/** `unknown` is a word that nobody has listed; it is shown as it came. */
type JobStatusKind = 'queued' | 'running' | 'complete' | 'failed' | 'unknown';

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

const longest = 200;

/** `acme/tales-1m from tales.gguf`; the first texts among the arguments of kinds that are not known; empty without any. */
export function aboutWords({ args = {} }: Job): string {
  const text = (name: string) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  const name = text('modelName');
  const source = text('modelSource') || text('baseModel');
  if (name !== '' && source !== '') return `${name} from ${source}`.slice(0, longest);
  const texts = Object.values(args).filter((value) => typeof value === 'string' && value.trim() !== '');
  return (name || texts.slice(0, 2).join(', ')).slice(0, longest);
}

/** All updates in order: unsorted, repeated and future ones are kept. The type of an entry is the status. */
export function updateEntries({ status_updates: updates = [] }: Job): readonly Entry[] {
  const keys = uniqueKeys(
    updates.map(({ status = '', message = '', timestamp = '' }) => contentKey([timestamp, status, message])),
  );
  return inOrder(
    updates.map((update, position) => ({
      key: keys[position] ?? String(position),
      position,
      timeMs: readTimeMs(update.timestamp),
      timeText: update.timestamp ?? '',
      level: jobStatusKind(update.status) === 'failed' ? 'error' : 'info',
      type: update.status ?? '',
      message: update.message ?? '',
      raw: update,
    })),
  );
}

/** How long each status lasted. An end lasts for no time: it is a mark, no phase. */
export function updatePhases(entries: readonly Entry[], nowMs: number): readonly Phase[] {
  const marks = entries.flatMap(({ timeMs, type }) =>
    timeMs === null ? [] : [{ timeMs, name: isOver(type) || type === '' ? null : type }],
  );
  return phasesOf(marks, null, nowMs);
}
