// The watched jobs, some of them to be put side by side; a job that was taken away can come back.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '#connection/use-client.ts';
import { linkLook } from '#ui/control-look.ts';
import { useNow } from '#ui/use-now.ts';
import { joinIds } from './job-ids.ts';
import type { Jobs } from './use-jobs.ts';
import { find, rewatch, unwatch, type Watched } from './watch-list.ts';
import { changeWatchList, useWatchList } from './watch-store.ts';
import { WatchRow } from './WatchRow.tsx';

interface Removed {
  readonly watched: Watched;
  readonly place: number;
}

/** @param jobs the watched jobs of the connection in use, in the order of the list */
export function WatchList({ jobs, label }: { jobs: Jobs; label: string }) {
  const { baseUrl } = useClient();
  const nowMs = useNow();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const undone = removed.at(-1);
  const there = picked.filter((id) => jobs.views.some(({ jobId }) => jobId === id));

  function remove(jobId: string) {
    const { list } = useWatchList.getState();
    const watched = find(list, baseUrl, jobId);
    if (watched === undefined) return;
    setRemoved([...removed, { watched, place: list.indexOf(watched) }]);
    changeWatchList((now) => unwatch(now, baseUrl, jobId));
  }

  if (jobs.views.length === 0 && undone === undefined) return null;
  return (
    <>
      <ul aria-label={label} className="min-h-0 flex-1 overflow-y-auto">
        {jobs.views.map((view) => (
          <WatchRow
            key={view.jobId}
            view={view}
            nowMs={nowMs}
            isPicked={there.includes(view.jobId)}
            onPick={(isPicked) =>
              setPicked(isPicked ? [...there, view.jobId] : there.filter((id) => id !== view.jobId))
            }
            onRemove={() => remove(view.jobId)}
          />
        ))}
      </ul>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-4 text-dense text-muted">
        <span>{jobs.views.length === 1 ? '1 job' : `${jobs.views.length} jobs`}</span>
        {there.length > 1 && (
          <Link to="/jobs" search={{ ids: joinIds(there) }} className={linkLook}>
            {`Put ${there.length} side by side`}
          </Link>
        )}
        {there.length === 1 && <span>Pick one more to put them side by side.</span>}
        <span role="status" className="min-w-0 truncate empty:hidden">
          {undone && `No longer watched: ${undone.watched.jobId}`}
        </span>
        {undone && (
          <button
            type="button"
            className="h-control text-act hover:underline"
            onClick={() => {
              setRemoved(removed.slice(0, -1));
              changeWatchList((now) => rewatch(now, undone.watched, undone.place));
            }}
          >
            Undo
          </button>
        )}
      </div>
    </>
  );
}
