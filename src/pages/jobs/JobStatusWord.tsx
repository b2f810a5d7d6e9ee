// The state of a job in the service's own word; a job that is gone is told as such.
import { Status } from '#ui/Status.tsx';
import { jobStatusKind, statusTones } from './job-status.ts';
import type { JobView } from './use-jobs.ts';

/** Says something from the beginning on, so that nothing moves when the answer comes. */
export function JobStatusWord({ view: { job, seen, error, isMissing } }: { view: JobView }) {
  const status = job?.status ?? seen?.status;
  if (isMissing) return <Status tone="none">{job || seen ? 'no longer there' : 'unknown job'}</Status>;
  if (status !== undefined)
    return <Status tone={statusTones[jobStatusKind(status)]}>{status || 'no status'}</Status>;
  if (error !== null) return <Status tone="warn">no answer</Status>;
  if (job !== undefined) return <Status tone="none">no status</Status>;
  return <Status tone="none">asking</Status>;
}
