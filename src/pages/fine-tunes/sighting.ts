// Sighting schema and retention: what one answer said of a job.
import * as z from 'zod/mini';
import { isOver, statusKind } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import '#api/schema/jitless.ts';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { currentStep } from '#pages/fine-tunes/curves/step-times.ts';

export interface QueueSighting {
  readonly atMs: number;
  readonly isWaiting: boolean;
  /** Jobs ahead; null if unknown. */
  readonly depth: number | null;
}

export const Sighting = z.object({
  connectionId: z.string(),
  jobId: z.string(),
  /** Unix milliseconds of the local clock. */
  atMs: z.number(),
  /** As sent; empty if none. */
  status: z.string(),
  queueDepth: z.nullable(z.number()),
  step: z.nullable(z.number()),
});

export type Sighting = z.infer<typeof Sighting>;

/** Unchanged running jobs are recorded this often, to tell a stalled queue from absence. */
const restMs = 60_000;

/** Finished ones too, so that they do not expire while listed. */
const overRestMs = 30 * 24 * 3_600_000;

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

const dayMs = 24 * 3_600_000;

/** Retention in milliseconds: half a year. */
export const longestKeptMs = 180 * dayMs;

/** Across all jobs and services. */
export const sightingLimit = 5_000;

/** Across all services; two of each, the current and the previous. */
export const visitLimit = 500;

/** Unix milliseconds. */
export interface StoredVisit {
  readonly connectionId: string;
  readonly beganMs: number;
  readonly lastMs: number;
}

export interface StoredSighting {
  readonly key: number;
  readonly sighting: Sighting;
}

/** Newest first: at most two of a service and `visitLimit` of all, none older than `longestKeptMs`. */
export function keptVisits(visits: readonly StoredVisit[], nowMs: number): readonly StoredVisit[] {
  const counts = new Map<string, number>();
  const newest = visits.toSorted((one, other) => other.beganMs - one.beganMs);
  return newest
    .filter(({ connectionId, lastMs }) => {
      const count = (counts.get(connectionId) ?? 0) + 1;
      counts.set(connectionId, count);
      return count <= 2 && nowMs - lastMs <= longestKeptMs;
    })
    .slice(0, visitLimit);
}

/**
 * The keys of sightings to let go: those older than `longestKeptMs`, and, where more than `sightingLimit` are left, so many
 * that a fifth of the room is free again. The oldest go first; last those that a visit is compared by: of each job the newest,
 * and the newest of the visit before.
 * @param stored oldest first
 * @param visits all that stay
 */
export function sightingsToDrop(
  stored: readonly StoredSighting[],
  visits: readonly StoredVisit[],
  nowMs: number,
): readonly number[] {
  const isOld = ({ sighting }: StoredSighting) => nowMs - sighting.atMs > longestKeptMs;
  const young = stored.filter((each) => !isOld(each));
  const excess = young.length > sightingLimit ? young.length - sightingLimit * 0.8 : 0;
  const needed = excess > 0 ? neededKeys(young, visits) : new Set<number>();
  const inOrder = [
    ...young.filter(({ key }) => !needed.has(key)),
    ...young.filter(({ key }) => needed.has(key)),
  ];
  return [...stored.filter(isOld), ...inOrder.slice(0, excess)].map(({ key }) => key);
}

function neededKeys(stored: readonly StoredSighting[], visits: readonly StoredVisit[]): ReadonlySet<number> {
  const began = new Map<string, number>();
  for (const { connectionId, beganMs } of visits)
    began.set(connectionId, Math.max(beganMs, began.get(connectionId) ?? 0));
  const needed = new Map<string, number>();
  for (const { key, sighting } of stored) {
    const isBefore = sighting.atMs < (began.get(sighting.connectionId) ?? 0);
    needed.set(JSON.stringify([sighting.connectionId, sighting.jobId, isBefore]), key);
  }
  return new Set(needed.values());
}
