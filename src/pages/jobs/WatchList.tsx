// Watch list of jobs, with comparison and undo of removal.
import { Link } from 'wouter';
import { useState } from 'react';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { addressOf, paths } from '#lib/address.ts';
import { useClient } from '#connection/use-client.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { formatCounted } from '#lib/format.ts';
import { pastWords } from '#lib/dates.ts';
import { IconButton, takeFocus } from '#ui/Button.tsx';
import { linkLook } from '#ui/Field.tsx';
import { useNow } from '#ui/use-now.ts';
import { ToFineTune, JobFreshness, JobStatusWord, NoticeButton } from './JobPanel.tsx';
import { joinIds } from './job-ids.ts';
import { aboutWords, isOver, updateEntries } from './job-status.ts';
import { useFineTunes, type Jobs, type JobView } from './use-jobs.ts';
import { find, rewatch, unwatch, type Watched, changeWatchList, useWatchList } from './watch-list.ts';

interface Removed {
  readonly watched: Watched;
  readonly place: number;
}

/** @param jobs in list order */
export function WatchList({ jobs, label }: { jobs: Jobs; label: string }) {
  const { baseUrl } = useClient();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [returned, setReturned] = useState<string | null>(null);
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
      <ul aria-label={label} className="min-h-0 overflow-y-auto empty:hidden">
        {jobs.views.map((view) => (
          <WatchRow
            key={view.jobId}
            view={view}
            isPicked={there.includes(view.jobId)}
            onPick={(isPicked) =>
              setPicked(isPicked ? [...there, view.jobId] : there.filter((id) => id !== view.jobId))
            }
            onRemove={() => remove(view.jobId)}
            isReturned={view.jobId === returned}
          />
        ))}
      </ul>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-4 text-dense text-muted low:sticky low:bottom-0">
        <span>{formatCounted(jobs.views.length, 'job')}</span>
        {there.length > 1 && (
          <Link href={addressOf(paths.jobs, { ids: joinIds(there) })} className={linkLook}>
            {`Show ${there.length} side by side`}
          </Link>
        )}
        {there.length === 1 && <span>Select one more to show them side by side.</span>}
        <span role="status" className="min-w-0 truncate empty:hidden">
          {undone && `No longer watched: ${undone.watched.jobId}`}
        </span>
        {undone && (
          <button
            type="button"
            className="h-control text-act hover:underline"
            onClick={() => {
              setRemoved(removed.slice(0, -1));
              setReturned(removed.length === 1 ? undone.watched.jobId : null);
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

interface WatchRowProps {
  view: JobView;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
  onRemove: () => void;
  /** By the last Undo: it gets the focus. */
  isReturned: boolean;
}

/** Two lines, to fit a phone. */
function WatchRow({ view, isPicked, onPick, onRemove, isReturned }: WatchRowProps) {
  const nowMs = useNow();
  const { jobId, job, seen } = view;
  const about = job === undefined ? (seen?.what ?? '') : aboutWords(job);
  const fineTune = useFineTunes().fineTunes.find((each) => each.job_id === jobId);
  const last = job === undefined ? undefined : updateEntries(job).at(-1);
  const createdMs = readTimeMs(job?.created_at);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-4 py-2 tablet:grid-cols-[1.5rem_9rem_minmax(0,1fr)_auto]">
      <input
        type="checkbox"
        checked={isPicked}
        onChange={(event) => onPick(event.currentTarget.checked)}
        aria-label={`Compare ${jobId}`}
        className="size-3.5 accent-act max-tablet:row-span-2"
      />
      <div className="min-w-0">
        <JobStatusWord view={view} />
        <div className="truncate text-dense text-faint">{(job?.type ?? seen?.type) || 'kind unknown'}</div>
      </div>
      <div className="min-w-0 max-tablet:col-span-2 max-tablet:col-start-2 max-tablet:row-start-2">
        <div className="flex min-w-0 flex-wrap gap-x-3">
          <Link
            href={paths.job(jobId)}
            className="min-w-0 truncate font-mono text-dense leading-5 text-act hover:underline"
          >
            {jobId}
          </Link>
          {fineTune === undefined ? (
            <span className="min-w-0 truncate">{about}</span>
          ) : (
            <Link href={paths.fineTune(fineTune.id)} className="min-w-0 truncate text-act hover:underline">
              {fineTuneName(fineTune)}
            </Link>
          )}
        </div>
        <div className="flex min-w-0 flex-wrap content-start gap-x-3 text-dense text-muted max-tablet:min-h-[2lh]">
          <span className="min-w-0 truncate">{lineOf(view, last?.message)}</span>
          {view.isMissing && <ToFineTune id={jobId} />}
          {createdMs !== null && (
            <span className="whitespace-nowrap text-faint">
              created {pastWords(createdMs, nowMs + view.aheadMs)}
            </span>
          )}
          <JobFreshness view={view} />
        </div>
      </div>
      <div className="flex items-center gap-1 max-tablet:col-start-3 max-tablet:row-start-1">
        {!isOver(job?.status ?? seen?.status) && !view.isMissing && (
          <span className="max-tablet:hidden">
            <NoticeButton view={view} />
          </span>
        )}
        <IconButton
          ref={isReturned ? takeFocus : undefined}
          icon="cross"
          label={`Stop watching ${jobId}`}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function lineOf({ isMissing, job, seen, error }: JobView, message: string | undefined): string {
  if (isMissing)
    return job || seen
      ? 'The service no longer knows this job.'
      : 'Unknown to the service; check the id and the connection.';
  if (error !== null) return error.message;
  return message ?? '';
}
