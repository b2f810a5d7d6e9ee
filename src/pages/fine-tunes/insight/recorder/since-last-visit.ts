// What has changed since the last visit, job by job, in words.
import { formatCount } from '#lib/format.ts';
import type { Recorded } from './recorder.ts';
import type { Sighting } from './sighting.ts';

/** What is new of a job. */
export interface JobChange {
  readonly jobId: string;
  /** Parts of a sentence: `running → completed`, `step 120 → 300`. */
  readonly words: readonly string[];
}

/**
 * Changes since the last visit in the order of the jobs; null where this is the first visit, and so there is nothing to compare.
 * @param now what the newest answer says of each job
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
  // A queue that a job has left is told by its status.
  if (then.queueDepth !== now.queueDepth && then.status === now.status && now.queueDepth !== null)
    words.push(`jobs before it ${then.queueDepth ?? 'unknown'} → ${now.queueDepth}`);
  return words;
}
