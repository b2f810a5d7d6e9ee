// Queue depth over time, as seen by this browser.
import { statusKind } from '#api/fine-tune-status.ts';
import { formatDuration } from '#lib/format.ts';
import type { Sighting } from '#pages/fine-tunes/sighting.ts';

export function QueueLine({ seen }: { seen: readonly Sighting[] }) {
  const line = queuePath(seen);
  if (line === null) return null;
  const words = `${line.first} → ${line.last} jobs ahead, watched for ${formatDuration(line.untilMs - line.sinceMs)}`;
  return (
    <p className="flex items-center gap-2 text-dense text-muted">
      <svg
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-5 w-24 overflow-visible"
      >
        <path
          d={line.path}
          fill="none"
          stroke="var(--act)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {words}
    </p>
  );
}

/** In a box of 1 × 1, origin top left. */
interface QueuePath {
  /** SVG path data. */
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** @param seen oldest first */
function queuePath(seen: readonly Sighting[]): QueuePath | null {
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
