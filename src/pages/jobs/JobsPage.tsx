// Jobs: the watch list, where an id is pasted, or several jobs side by side.
import type { ReactNode } from 'react';
import { useClient } from '#connection/use-client.ts';
import { Empty } from '#ui/States.tsx';
import { PollButtons } from '#ui/PollButtons.tsx';
import { joinIds, splitIds } from './job-ids.ts';
import type { JobsSearch } from './search.ts';
import { SideBySide } from './SideBySide.tsx';
import { useJobs } from './use-jobs.ts';
import { watch } from './watch-list.ts';
import { changeWatchList, useWatchList } from './watch-store.ts';
import { WatchForm } from './WatchForm.tsx';
import { WatchList } from './WatchList.tsx';

interface JobsPageProps {
  search: JobsSearch;
  changeSearch: (change: (before: JobsSearch) => JobsSearch, how: 'push' | 'replace') => void;
  /** The one next act where nothing is watched, a link that the router makes. */
  act: ReactNode;
}

/** The address decides: with ids they stand side by side, without it is the watch list. */
export function JobsPage({ search, changeSearch, act }: JobsPageProps) {
  const ids = splitIds(search.ids);
  if (ids.length === 0) return <WatchedJobs act={act} />;
  return (
    <SideBySide
      ids={ids}
      onRemove={(removed) =>
        changeSearch(
          (before) => ({ ids: joinIds(splitIds(before.ids).filter((id) => id !== removed)) }),
          'replace',
        )
      }
    />
  );
}

function WatchedJobs({ act }: { act: ReactNode }) {
  const { baseUrl } = useClient();
  const list = useWatchList((state) => state.list);
  const here = list.filter((watched) => watched.baseUrl === baseUrl).map(({ jobId }) => jobId);
  const elsewhere = list.length - here.length;
  const jobs = useJobs(here, false);
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0 border-b border-line bg-panel px-4 py-2">
        <WatchForm onIds={(ids) => changeWatchList((now) => watch(now, baseUrl, ids))}>
          {here.length > 0 && (
            <PollButtons isPaused={jobs.isPaused} onPaused={jobs.setPaused} onRefresh={jobs.refreshAll} />
          )}
        </WatchForm>
      </div>
      {here.length === 0 && (
        <div className="p-6">
          <Empty title="No jobs are watched here" act={act}>
            <p>
              Paste the id of a job above, such as a model upload’s or the one in a fine-tune’s header: its
              status, every change of it and what it was started with are shown, and it stays in a list on
              this device.
            </p>
            {elsewhere > 0 && <p>{`${elsewhere} more are watched at other connections.`}</p>}
          </Empty>
        </div>
      )}
      <WatchList jobs={jobs} label="Watched jobs" />
    </div>
  );
}
