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
      saw: sawWords(depth, since.depth, atMs - since.atMs),
    });
  }
  return alerts;
}

function sawWords(depth: number, before: number, lengthMs: number): string {
  const length = formatDuration(lengthMs);
  if (depth === 0 && before === 0)
    return `No job was before it any more, and it still waited after ${length}.`;
  const then = before === depth ? 'the same was seen first' : `there were ${before}`;
  return `${depth} ${depth === 1 ? 'job was' : 'jobs were'} still before it ${length} after ${then}.`;
}
