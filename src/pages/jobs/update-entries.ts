// Status updates of a job as entries of a timeline, and as phases.
import type { Job } from '#api/schema/job.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { Entry } from '#timeline/entry.ts';
import { inOrder } from '#timeline/in-order.ts';
import { contentKey, uniqueKeys } from '#timeline/keys.ts';
import { phasesOf, type Phase } from '#timeline/phases.ts';
import { isOver, jobStatusKind } from './job-status.ts';

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
