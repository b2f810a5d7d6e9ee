// A sighting: what one answer said of one job. Kept in this browser, so that a later visit can tell what has changed.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { isOver, statusKind } from '#api/fine-tune-status.ts';
import { isSet } from '#pages/fine-tunes/insight/fine-tune-facts.ts';
import type { QueueSighting } from '#pages/fine-tunes/insight/alerts/watch-queue.ts';
import { currentStep } from '#pages/fine-tunes/insight/step-times.ts';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';

/** What was seen of a job at one time. */
export const Sighting = z.object({
  connectionId: z.string(),
  jobId: z.string(),
  /** Unix milliseconds by this browser's clock. */
  atMs: z.number(),
  /** The service's word; empty where it sent none. */
  status: z.string(),
  queueDepth: z.nullable(z.number()),
  step: z.nullable(z.number()),
});

/** What was seen of a job at one time. */
export type Sighting = z.infer<typeof Sighting>;

/** A job that is not over is written down this often though nothing changed, so that a queue's rest can be told from absence. */
const restMs = 60_000;

/** And one that is over, so that it is not forgotten as old while it is still listed. */
const overRestMs = 30 * 24 * 3_600_000;

/** What is written down of a record. */
export function sightingOf(connectionId: string, record: FineTune, atMs: number): Sighting {
  return {
    connectionId,
    jobId: record.id,
    atMs,
    status: record.status ?? '',
    queueDepth: record.queue_depth ?? null,
    step: currentStep({ record, events: record.events ?? [], curves: noCurves }),
  };
}

/** Whether a sighting says something that the last one did not. */
export function isNews(last: Sighting | undefined, next: Sighting): boolean {
  if (last === undefined || last.status !== next.status || last.queueDepth !== next.queueDepth) return true;
  if (!isOver(next.status)) return next.atMs - last.atMs >= restMs;
  return last.step !== next.step || next.atMs - last.atMs >= overRestMs;
}

/**
 * Sightings as the watcher of the queue reads them. 0 often means "not set": it is a place in the queue, the first, only
 * where this job was seen further behind before.
 */
export function queueOf(seen: readonly Sighting[]): readonly QueueSighting[] {
  let isCounted = false;
  return seen.map(({ atMs, status, queueDepth }) => {
    const isWaiting = statusKind(status) === 'queued';
    isCounted = isWaiting && (isCounted || isSet(queueDepth ?? undefined));
    return {
      atMs,
      isWaiting,
      depth: isCounted && queueDepth !== null && queueDepth >= 0 ? queueDepth : null,
    };
  });
}
