// Jobs of the service's own fine-tunes, beside the watched ones.
import { Link } from 'wouter';
import { useState } from 'react';
import { paths } from '#lib/address.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { Button } from '#ui/Button.tsx';
import { useFineTunes } from './use-jobs.ts';
import { watch } from './watch-list.ts';
import { changeWatchList } from './watch-store.ts';

const pageSize = 20;

/** Requests no job; shows the fine-tune's status. */
export function FineTuneJobs({ watched }: { watched: readonly string[] }) {
  const { baseUrl } = useClient();
  const [shown, setShown] = useState(pageSize);
  const jobs = useFineTunes()
    .flatMap(({ job_id: jobId, ...fineTune }) =>
      jobId && !watched.includes(jobId) ? [{ jobId, ...fineTune }] : [],
    )
    .toSorted((one, other) => (other.created_at ?? '').localeCompare(one.created_at ?? ''));
  if (jobs.length === 0) return null;
  return (
    <section
      aria-label="Jobs of fine-tunes"
      className="max-h-1/2 shrink-0 overflow-y-auto border-t border-line"
    >
      <h2 className="px-4 pt-3 pb-1 font-strong">Jobs of fine-tunes</h2>
      <ul aria-label="Jobs of fine-tunes">
        {jobs.slice(0, shown).map((job) => (
          <li key={job.jobId} className="flex flex-wrap items-center gap-x-3 border-b border-line px-4 py-1">
            <Link
              href={paths.job(job.jobId)}
              className="min-w-0 truncate font-mono text-dense text-act hover:underline"
            >
              {job.jobId}
            </Link>
            <Link href={paths.fineTune(job.id)} className="min-w-0 truncate text-act hover:underline">
              {nameOf(job)}
            </Link>
            <span className="text-dense text-muted">{job.status || '—'}</span>
            <span className="ml-auto">
              <Button
                look="quiet"
                aria-label={`Watch ${job.jobId}`}
                onClick={() => changeWatchList((list) => watch(list, baseUrl, [job.jobId]))}
              >
                Watch
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {jobs.length > shown && (
        <div className="px-4 py-2">
          <Button
            onClick={() => setShown(shown + pageSize)}
          >{`Show more (${jobs.length - shown} left)`}</Button>
        </div>
      )}
    </section>
  );
}

function nameOf({ id, model_output_name: name }: Pick<FineTune, 'id' | 'model_output_name'>): string {
  return name || id;
}
