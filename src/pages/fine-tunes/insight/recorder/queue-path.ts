// The jobs before one, over the time that this browser has watched, as the points of a small line of steps.
import { statusKind } from '#api/fine-tune-status.ts';
import type { Sighting } from './sighting.ts';

/** A line in a box of 1 × 1, top left is 0, 0; null where fewer than two depths were seen. */
export interface QueuePath {
  /** For an SVG path. */
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** @param seen oldest first */
export function queuePath(seen: readonly Sighting[]): QueuePath | null {
  const waits = seen.flatMap(({ atMs, queueDepth, status }) =>
    queueDepth !== null && statusKind(status) === 'queued' ? [{ atMs, depth: queueDepth }] : [],
  );
  const [first, last] = [waits[0], waits.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const highest = waits.reduce((most, { depth }) => Math.max(most, depth), 1);
  const spanMs = Math.max(1, last.atMs - first.atMs);
  const path = waits
    .map(({ atMs, depth }, index) => {
      const [x, y] = [(atMs - first.atMs) / spanMs, 1 - depth / highest];
      return index === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`;
    })
    .join('');
  return { path, first: first.depth, last: last.depth, sinceMs: first.atMs, untilMs: last.atMs };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
