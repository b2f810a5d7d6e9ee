// Changes since the last visit, and the queue seen by this browser.
import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#lib/address.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useServiceKey } from '#connection/use-client.ts';
import { formatCount, formatCounted, formatDuration } from '#lib/format.ts';
import { agoWords } from '#lib/dates.ts';
import { type Recorded, useRecorded, sightingOf, type Sighting } from './recorder.ts';
import { statusKind } from '#api/fine-tune-status.ts';
import { Sparkline } from '#charts/Sparkline.tsx';

/** The rest is a count. */
const shownLimit = 4;

export function ListSinceLastVisit({
  all,
  answeredMs,
}: {
  all: readonly FineTune[];
  answeredMs: number | null;
}) {
  const recorded = useRecorded(all, answeredMs);
  const changes = useChanges(recorded, all, answeredMs);
  const [isWhole, setWhole] = useState(false);
  const before = recorded?.before ?? null;
  if (before === null || answeredMs === null || changes === null || changes.length === 0) return null;
  const rest = changes.length - shownLimit;
  return (
    <section
      aria-label="Since your last visit"
      className={`flex shrink-0 flex-wrap gap-x-4 gap-y-1 border-b border-line px-3 py-1.5 text-dense ${isWhole ? 'max-h-40 overflow-y-auto' : ''}`}
    >
      <span className="text-faint">Since your last visit, {agoWords(before.lastMs, answeredMs)}:</span>
      {(isWhole ? changes : changes.slice(0, shownLimit)).map(({ jobId, words }) => (
        <span key={jobId}>
          <Link href={paths.fineTune(jobId)} className="text-act hover:underline">
            {nameOf(all, jobId)}
          </Link>{' '}
          <span className="text-muted">{words.join(', ')}</span>
        </span>
      ))}
      {rest > 0 && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="text-act hover:underline"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'show fewer' : `and ${formatCount(rest)} more`}
        </button>
      )}
    </section>
  );
}

interface OpenSinceProps {
  record: FineTune;
  recorded: Recorded | null;
  alerts: readonly { readonly timeMs: number | null }[];
  answeredMs: number | null;
  /** The service's clock minus this one. */
  aheadMs: number;
}

export function SinceLastVisit({ record, recorded, alerts, answeredMs, aheadMs }: OpenSinceProps) {
  const changes = useChanges(recorded, [record], answeredMs);
  const before = recorded?.before ?? null;
  if (before === null || answeredMs === null || changes === null) return null;
  const fresh = alerts.filter(({ timeMs }) => timeMs !== null && timeMs - aheadMs > before.lastMs);
  const words = [
    ...(changes[0]?.words ?? []),
    ...(fresh.length === 0 ? [] : [formatCounted(fresh.length, 'new alert')]),
  ];
  return (
    <p className="text-dense text-muted">
      Since your last visit, {agoWords(before.lastMs, answeredMs)}: {words.join(', ') || 'no changes'}.
    </p>
  );
}

function useChanges(
  recorded: Recorded | null,
  all: readonly FineTune[],
  answeredMs: number | null,
): readonly JobChange[] | null {
  const connectionId = useServiceKey();
  if (recorded === null || answeredMs === null) return null;
  return sinceLastVisit(
    recorded,
    all.map((record) => sightingOf(connectionId, record, answeredMs)),
  );
}

function nameOf(all: readonly FineTune[], id: string): string {
  return all.find((each) => each.id === id)?.model_output_name || id;
}

interface JobChange {
  readonly jobId: string;
  /** `running → completed`, `step 120 → 300` */
  readonly words: readonly string[];
}

/**
 * In job order; null on the first visit.
 * @param now from the newest answer
 */
export function sinceLastVisit(
  { before, seen }: Recorded,
  now: readonly Sighting[],
): readonly JobChange[] | null {
  if (before === null) return null;
  return now.flatMap((sighting) => {
    const then = seen.get(sighting.jobId)?.findLast(({ atMs }) => atMs <= before.lastMs);
    const words = then === undefined ? ['new'] : differences(then, sighting);
    return words.length === 0 ? [] : [{ jobId: sighting.jobId, words }];
  });
}

function differences(then: Sighting, now: Sighting): readonly string[] {
  const words: string[] = [];
  if (then.status !== now.status) words.push(`${then.status || 'no status'} → ${now.status || 'no status'}`);
  if (then.step !== now.step && now.step !== null)
    words.push(`step ${formatCount(then.step ?? 0)} → ${formatCount(now.step)}`);
  // Leaving the queue shows in the status.
  if (then.queueDepth !== now.queueDepth && then.status === now.status && now.queueDepth !== null)
    words.push(`jobs ahead ${then.queueDepth ?? 'unknown'} → ${now.queueDepth}`);
  return words;
}

/** `4 → 1 job ahead, watched for 2 min 03 s` */
export function queueWords(first: number, last: number, watchedMs: number): string {
  const before = first === last ? '' : `${formatCount(first)} → `;
  return `${before}${formatCounted(last, 'job')} ahead, watched for ${formatDuration(watchedMs)}`;
}

/**
 * Of the wait that has not ended: a restarted job waits again.
 * @param seen oldest first
 */
export function waitOf(
  seen: readonly Sighting[],
): readonly { readonly atMs: number; readonly value: number }[] {
  const since = seen.findLastIndex(({ status }) => statusKind(status) !== 'queued') + 1;
  return seen
    .slice(since)
    .flatMap(({ atMs, queueDepth }) => (queueDepth === null ? [] : [{ atMs, value: queueDepth }]));
}

/** @param seen oldest first */
export function QueueLine({ seen }: { seen: readonly Sighting[] }) {
  const waits = waitOf(seen);
  const [first, last] = [waits[0], waits.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return (
    <p className="flex items-center gap-2 text-dense text-muted">
      <Sparkline points={waits} low={0} colour="var(--act)" className="h-5 w-24 shrink-0" />
      {queueWords(first.value, last.value, last.atMs - first.atMs)}
    </p>
  );
}
