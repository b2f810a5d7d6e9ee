// Sighting schema and retention: one answer's facts on a job.
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

/** For unchanged jobs, to tell a stalled queue from absence. */
const restMs = 60_000;

/** Else finished jobs would expire while listed. */
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

/** 0 often means "not set": it counts only after a higher place. */
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

/** Half a year. */
export const longestKeptMs = 180 * dayMs;

/** Across all jobs and services. */
export const sightingLimit = 5_000;

/** Across all services, two of each. */
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

/** Newest first: at most two per service and `visitLimit` in all, within `longestKeptMs`. */
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
 * Keys older than `longestKeptMs`, and above `sightingLimit` as many more as free a fifth of the room: oldest
 * first, but last each job's newest now and before the current visit.
 * @param stored oldest first
 * @param visits those that stay
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
