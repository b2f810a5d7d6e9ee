// How much the recorder keeps: what goes first when its records get old or many.
import type { Sighting } from './sighting.ts';

const dayMs = 24 * 3_600_000;

/** Sightings and visits that are older are let go, in milliseconds: half a year. */
export const longestKeptMs = 180 * dayMs;

/** Sightings that are kept of all jobs of all connections together. */
export const sightingLimit = 5_000;

/** Visits that are kept of all connections together: of each one two, this one and the one that it is compared with. */
export const visitLimit = 500;

/** A visit as it is stored. Unix milliseconds. */
export interface StoredVisit {
  readonly connectionId: string;
  readonly beganMs: number;
  readonly lastMs: number;
}

/** A sighting and where it is stored. */
export interface StoredSighting {
  readonly key: number;
  readonly sighting: Sighting;
}

/** Those that stay, the newest first: two of a connection, `visitLimit` of all, none older than `longestKeptMs`. */
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
