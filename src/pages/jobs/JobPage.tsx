// Page of a single job.
import { Link } from 'wouter';
import { paths } from '#lib/address.ts';
import { useClient } from '#connection/use-client.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { NotStored } from '#ui/NotStored.tsx';
import { PollButtons } from '#ui/Freshness.tsx';
import { useWindowTitle } from '#ui/window-title.ts';
import { JobFreshness, JobPanel, NoticeButton } from './JobPanel.tsx';
import { isOver } from './job-status.ts';
import type { JobSearch } from './search.ts';
import { useJobs } from './use-jobs.ts';
import { find, unwatch, watch, noteSeen, changeWatchList, useWatchList } from './watch-list.ts';

export { readJobSearch as readSearch } from './search.ts';

interface JobPageProps {
  jobId: string;
  search: JobSearch;
  changeSearch: (change: JobSearch, how: 'push' | 'replace') => void;
}

/** `?update=` opens that update. */
export function JobPage({ jobId, search, changeSearch }: JobPageProps) {
  const { baseUrl } = useClient();
  const jobs = useJobs([jobId], true);
  const isWatched = useWatchList(({ list }) => find(list, baseUrl, jobId) !== undefined);
  const isStored = useWatchList((state) => state.isStored);
  const [view] = jobs.views;
  const status = view?.isCancelled === true ? 'Cancelled' : view?.job?.status;
  useWindowTitle([status, jobId].filter(Boolean).join(' '));
  if (view === undefined) return null;
  const over = isOver(view.job?.status);
  return (
    <div className="px-4 pb-6">
      <header className="flex min-h-bar flex-wrap items-center gap-x-2 gap-y-1 py-1">
        <Link href={paths.jobs} className="text-muted hover:text-text">
          Jobs
        </Link>
        <span className="text-faint">/</span>
        <h2 className="min-w-0 truncate font-mono font-medium">{jobId}</h2>
        <CopyButton label="Copy id" text={() => jobId} />
        <div className="ml-auto flex flex-wrap items-center gap-2 max-tablet:ml-0">
          <div className="flex min-w-[25ch] justify-end max-tablet:w-full max-tablet:justify-start">
            <JobFreshness view={view} />
          </div>
          {/* It goes with the end of the job: the buttons beside it stay where they are. */}
          {!over && !view.isMissing && (
            <div className="max-tablet:order-last">
              <NoticeButton view={view} />
            </div>
          )}
          <Button
            onClick={() => {
              changeWatchList((list) =>
                isWatched ? unwatch(list, baseUrl, jobId) : watch(list, baseUrl, [jobId]),
              );
              noteSeen(baseUrl, jobId, view.job);
            }}
          >
            {isWatched ? 'Watched' : 'Watch'}
          </Button>
          <PollButtons isPaused={jobs.isPaused} onPaused={jobs.setPaused} onRefresh={jobs.refreshAll} />
        </div>
      </header>
      {!isStored && <NotStored what="changes to the watched jobs" />}
      <JobPanel
        view={view}
        selected={search.update ?? null}
        onSelect={(key) => changeSearch({ update: key ?? undefined }, 'replace')}
      />
    </div>
  );
}
