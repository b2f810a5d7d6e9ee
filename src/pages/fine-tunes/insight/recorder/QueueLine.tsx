// How the queue before a job got shorter, as far as this browser has seen it.
import { formatDuration } from '#lib/format.ts';
import { queuePath } from './queue-path.ts';
import type { Sighting } from './sighting.ts';

/** Nothing where the queue was not seen twice. */
export function QueueLine({ seen }: { seen: readonly Sighting[] }) {
  const line = queuePath(seen);
  if (line === null) return null;
  const words = `${line.first} → ${line.last} jobs before it, watched for ${formatDuration(line.untilMs - line.sinceMs)}`;
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
