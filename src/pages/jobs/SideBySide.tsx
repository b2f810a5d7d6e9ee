// Jobs side by side in columns.
import { Link } from 'wouter';
import { useState } from 'react';
import { paths } from '#lib/address.ts';
import { formatCounted } from '#lib/format.ts';
import { IconButton } from '#ui/Button.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { PollButtons } from '#ui/Freshness.tsx';
import { JobFreshness, JobPanel } from './JobPanel.tsx';
import { useJobs, type JobView } from './use-jobs.ts';

interface SideBySideProps {
  ids: readonly string[];
  onRemove: (id: string) => void;
}

/** Columns of at least 24 rem; on a phone one at a time, by swiping. */
export function SideBySide({ ids, onRemove }: SideBySideProps) {
  const jobs = useJobs(ids, true);
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-4">
        <Link href={paths.jobs} className="text-muted hover:text-text">
          Jobs
        </Link>
        <span className="text-faint">/</span>
        <h2 className="font-strong">{formatCounted(ids.length, 'job', 'jobs side by side')}</h2>
        <div className="ml-auto flex items-center gap-2">
          <PollButtons isPaused={jobs.isPaused} onPaused={jobs.setPaused} onRefresh={jobs.refreshAll} />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 snap-x overflow-x-auto">
        {jobs.views.map((view) => (
          <Column key={view.jobId} view={view} onRemove={() => onRemove(view.jobId)} />
        ))}
      </div>
    </div>
  );
}

function Column({ view, onRemove }: { view: JobView; onRemove: () => void }) {
  const { jobId } = view;
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <section
      aria-label={`Job ${jobId}`}
      className="max-w-full min-w-[min(24rem,100%)] flex-1 shrink-0 snap-start overflow-y-auto border-l border-line px-4 pb-4 first:border-l-0"
    >
      <header className="flex min-h-bar items-center gap-2">
        <Link
          href={paths.job(jobId)}
          className="min-w-0 flex-1 truncate font-mono text-dense text-act hover:underline"
        >
          {jobId}
        </Link>
        <JobFreshness view={view} />
        <IconButton icon="cross" label={`Remove ${jobId}`} onClick={onRemove} />
      </header>
      <PanelBoundary name={`Job ${jobId}`}>
        <JobPanel view={view} selected={selected} onSelect={setSelected} />
      </PanelBoundary>
    </section>
  );
}
