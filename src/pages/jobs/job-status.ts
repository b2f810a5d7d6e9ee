// Job status: kinds, tones, timeline entries and phases.
import type { Job } from '#api/schema/job.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { type Entry, orderedEntries, contentKey, phasesOf, type Phase } from '#timeline/entry.ts';
import type { Tone } from '#ui/States.tsx';

/** `unknown` ones are shown as received. */
type JobStatusKind = 'queued' | 'running' | 'complete' | 'failed' | 'unknown';

const kinds: Readonly<Record<string, JobStatusKind>> = {
  queued: 'queued',
  running: 'running',
  complete: 'complete',
  failed: 'failed',
};

/** Case-insensitive. */
export function jobStatusKind(status: string | undefined): JobStatusKind {
  return kinds[status?.toLowerCase() ?? ''] ?? 'unknown';
}

export function isOver(status: string | undefined): boolean {
  const kind = jobStatusKind(status);
  return kind === 'complete' || kind === 'failed';
}

export const statusTones: Readonly<Record<JobStatusKind, Tone>> = {
  queued: 'none',
  running: 'live',
  complete: 'ok',
  failed: 'bad',
  unknown: 'none',
};

/** A return to an earlier status. */
export interface WayBack {
  readonly from: string;
  readonly to: string;
}

/**
 * The last one, e.g. from Complete to Running.
 * @param statuses oldest first
 */
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

/** `acme/tales-1m from tales.gguf`; else the first string arguments; empty if none. */
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

/** Oldest first; duplicate and future ones are kept. An entry's type is the status. */
export function updateEntries({ status_updates: updates = [] }: Job): readonly Entry[] {
  return orderedEntries(
    updates.map((update, position) => ({
      key: contentKey([update.timestamp ?? '', update.status ?? '', update.message ?? '']),
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

/** Null unless it failed with a message. */
export function failureReason(status: string | undefined, entries: readonly Entry[]): string | null {
  if (jobStatusKind(status) !== 'failed') return null;
  return entries.findLast(({ level, message }) => level === 'error' && message !== '')?.message ?? null;
}

/**
 * A terminal status has no duration: it is a mark, not a phase.
 * @param untilMs of a job that has ended, perhaps without an update that says so; null while it lives
 */
export function updatePhases(
  entries: readonly Entry[],
  untilMs: number | null,
  nowMs: number,
): readonly Phase[] {
  const marks = entries.flatMap(({ timeMs, type }) =>
    timeMs === null ? [] : [{ timeMs, name: isOver(type) || type === '' ? null : type }],
  );
  return phasesOf(marks, untilMs, nowMs);
}
