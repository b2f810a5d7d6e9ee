// Watches a waiting job: a queue that does not get shorter, as this browser has seen it.
import { formatDuration } from '#lib/format.ts';
import type { Alert } from './alert.ts';
import type { Thresholds } from './thresholds.ts';

/** What was seen of a job at one time. */
export interface QueueSighting {
  readonly atMs: number;
  readonly isWaiting: boolean;
  /** Jobs before it; null where the service does not say. */
  readonly depth: number | null;
}

/** @param seen in the order of time, the newest last */
export function watchQueue(seen: readonly QueueSighting[], { queueMinutes }: Thresholds): readonly Alert[] {
  const limitMs = queueMinutes * 60_000;
  const alerts: Alert[] = [];
  let since: QueueSighting | null = null;
  let isSaid = false;
  for (const sighting of seen) {
    const { atMs, isWaiting, depth } = sighting;
    if (!isWaiting || depth === null) {
      since = null;
      continue;
    }
    if (since === null || since.depth === null || depth < since.depth) {
      [since, isSaid] = [sighting, false];
      continue;
    }
    if (isSaid || atMs - since.atMs < limitMs) continue;
    isSaid = true;
    alerts.push({
      id: `queue:${since.atMs}`,
      kind: 'queue',
      tone: 'warn',
      step: null,
      timeMs: since.atMs + limitMs,
      saw: `${depth} ${depth === 1 ? 'job was' : 'jobs were'} still before it ${formatDuration(atMs - since.atMs)} after ${since.depth === depth ? 'the same was seen first' : `there were ${since.depth}`}.`,
    });
  }
  return alerts;
}
