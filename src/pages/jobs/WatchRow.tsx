// One watched job in the list: its state, what it is about, what happened last.
import { Link } from '@tanstack/react-router';
import { readTimeMs } from '#lib/read-time.ts';
import { agoWords } from '#lib/time-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { aboutWords } from './about-words.ts';
import { ToFineTune } from './ToFineTune.tsx';
import { FreshnessWords } from './FreshnessWords.tsx';
import { isOver } from './job-status.ts';
import { JobStatusWord } from './JobStatusWord.tsx';
import { NoticeButton } from './NoticeButton.tsx';
import { updateEntries } from './update-entries.ts';
import type { JobView } from './use-jobs.ts';

interface WatchRowProps {
  view: JobView;
  nowMs: number;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
  onRemove: () => void;
}

/** Two lines, so that it has room on a phone, too. */
export function WatchRow({ view, nowMs, isPicked, onPick, onRemove }: WatchRowProps) {
  const { jobId, job, seen } = view;
  const about = job === undefined ? (seen?.what ?? '') : aboutWords(job);
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
            to="/jobs/$jobId"
            params={{ jobId }}
            className="min-w-0 truncate font-mono text-dense leading-5 text-act hover:underline"
          >
            {jobId}
          </Link>
          <span className="min-w-0 truncate">{about}</span>
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-3 text-dense text-muted">
          <span className="min-w-0 truncate">{lineOf(view, last?.message)}</span>
          {view.isMissing && <ToFineTune id={jobId} />}
          {createdMs !== null && (
            <span className="whitespace-nowrap text-faint">
              created {agoWords(createdMs, nowMs + view.aheadMs)}
            </span>
          )}
          <FreshnessWords view={view} nowMs={nowMs} isOver={isOver(job?.status)} />
        </div>
      </div>
      <div className="flex items-center gap-1 max-tablet:col-start-3 max-tablet:row-start-1">
        {!isOver(job?.status ?? seen?.status) && !view.isMissing && (
          <span className="max-tablet:hidden">
            <NoticeButton view={view} />
          </span>
        )}
        <IconButton icon="cross" label={`Stop watching ${jobId}`} onClick={onRemove} />
      </div>
    </li>
  );
}

function lineOf({ isMissing, job, seen, error }: JobView, message: string | undefined): string {
  if (isMissing)
    return job || seen
      ? 'The service no longer knows this job.'
      : 'The service knows no such job; check the id and the connection.';
  if (error !== null) return error.message;
  return message ?? '';
}
