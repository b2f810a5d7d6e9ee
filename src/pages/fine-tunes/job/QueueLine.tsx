// Queue depth over time, as seen by this browser.
import { statusKind } from '#api/fine-tune-status.ts';
import { Sparkline } from '#charts/Sparkline.tsx';
import { formatDuration } from '#lib/format.ts';
import type { Sighting } from '#pages/fine-tunes/sighting.ts';

/** @param seen oldest first */
export function QueueLine({ seen }: { seen: readonly Sighting[] }) {
  const waits = seen.flatMap(({ atMs, queueDepth, status }) =>
    queueDepth !== null && statusKind(status) === 'queued' ? [{ atMs, value: queueDepth }] : [],
  );
  const [first, last] = [waits[0], waits.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return (
    <p className="flex items-center gap-2 text-dense text-muted">
      <Sparkline points={waits} low={0} colour="var(--act)" className="h-5 w-24 shrink-0" />
      {`${first.value} → ${last.value} jobs ahead, watched for ${formatDuration(last.atMs - first.atMs)}`}
    </p>
  );
}
