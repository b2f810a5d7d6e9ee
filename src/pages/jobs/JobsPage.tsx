// Jobs page: watch list, jobs of fine-tunes, or jobs side by side.
import { type ReactNode, useId, useState } from 'react';
import { StartCommands } from '#connection/StartCommands.tsx';
import { useClient } from '#connection/use-client.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { PollButtons } from '#ui/Freshness.tsx';
import { Empty, Loading, Status, type Tone } from '#ui/States.tsx';
import { NotStored } from '#ui/NotStored.tsx';
import { useNow } from '#ui/use-now.ts';
import { TextInput } from '#ui/Field.tsx';
import { WatchList } from './WatchList.tsx';
import { joinIds, splitIds, readPastedIds } from './job-ids.ts';
import type { JobsSearch } from './search.ts';
import { useJobs, type JobView, useFineTunes } from './use-jobs.ts';
import { watch, changeWatchList, useWatchList } from './watch-list.ts';
import { Link } from 'wouter';
import { paths } from '#lib/address.ts';
import { formatCounted } from '#lib/format.ts';
import { pastWords } from '#lib/dates.ts';
import { shorten } from '#lib/unicode.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { isCompleted, statusKind, fineTuneName } from '#api/fine-tune-status.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { JobFreshness, JobPanel } from './JobPanel.tsx';

export { readJobsSearch as readSearch } from './search.ts';

interface JobsPageProps {
  search: JobsSearch;
  changeSearch: (change: (before: JobsSearch) => JobsSearch, how: 'push' | 'replace') => void;
}

/** Side by side with ids in the URL, else the watch list. */
export function JobsPage({ search, changeSearch }: JobsPageProps) {
  const ids = splitIds(search.ids);
  if (ids.length === 0) return <WatchedJobs />;
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

function WatchedJobs() {
  const { baseUrl } = useClient();
  const { list, isStored } = useWatchList();
  const here = list.filter((watched) => watched.baseUrl === baseUrl).map(({ jobId }) => jobId);
  const jobs = useJobs(here, false);
  const named = <FineTuneJobs watched={here} elsewhereCount={list.length - here.length} />;
  return (
    <div className="flex h-full flex-col low:block low:overflow-y-auto">
      <div className="shrink-0 border-b border-line bg-panel px-4 py-2">
        <WatchForm onIds={(ids) => changeWatchList((now) => watch(now, baseUrl, ids))}>
          <StartCommands label="New job" kinds={['fine-tune', 'model upload']} />
          {here.length > 0 && (
            <PollButtons isPaused={jobs.isPaused} onPaused={jobs.setPaused} onRefresh={jobs.refreshAll} />
          )}
        </WatchForm>
        {!isStored && <NotStored what="changes to the watched jobs" />}
      </div>
      {here.length === 0 && named}
      <WatchList jobs={jobs} label="Watched jobs" />
      {here.length > 0 && named}
    </div>
  );
}

/** Several ids at once. Invalid input stays. */
function WatchForm({ onIds, children }: { onIds: (ids: readonly string[]) => void; children: ReactNode }) {
  const problemId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState('');
  const [added, setAdded] = useState('');
  return (
    <form
      className="flex flex-wrap items-start gap-x-2 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readPastedIds(text);
        if ('problem' in read) {
          setProblem(read.problem);
          return;
        }
        setProblem(null);
        setText('');
        setLeftOut(shorten(read.words.join(' '), 60));
        setAdded(read.ids.join(', '));
        onIds(read.ids);
      }}
    >
      <div className="w-96 max-w-full min-w-0">
        <TextInput
          isMono
          aria-label="Job id"
          aria-invalid={problem !== null}
          aria-describedby={problemId}
          value={text}
          placeholder="Job id, or several"
          onValue={(next) => {
            setText(next);
            setProblem(null);
            setLeftOut('');
            setAdded('');
          }}
        />
        <p id={problemId} role="alert" className="mt-1 text-dense wrap-anywhere text-bad empty:hidden">
          {problem}
        </p>
        <p role="status" className="mt-1 text-dense wrap-anywhere text-muted empty:hidden">
          {leftOut !== '' && `Left out, as no id: ${leftOut}`}
        </p>
        {/* It is seen in the list. */}
        <output className="sr-only">{added !== '' && `Watching ${added}`}</output>
      </div>
      <Button type="submit" look="primary">
        Watch
      </Button>
      <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
    </form>
  );
}

interface SideBySideProps {
  ids: readonly string[];
  onRemove: (id: string) => void;
}

/** Columns of at least 24 rem; on a phone one at a time, by swiping. */
function SideBySide({ ids, onRemove }: SideBySideProps) {
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

const pageSize = 20;

interface FineTuneJobsProps {
  /** On this connection. */
  watched: readonly string[];
  /** Watched on others. */
  elsewhereCount: number;
}

/** Requests no job; shows the fine-tune's status. The whole page while no job is watched. */
function FineTuneJobs({ watched, elsewhereCount }: FineTuneJobsProps) {
  const client = useClient();
  const nowMs = useNow() + (client.clockOffsetMs() ?? 0);
  const [shown, setShown] = useState(pageSize);
  const { fineTunes, isLoading, isOffered } = useFineTunes(true);
  const jobs = fineTunes
    .flatMap(({ job_id: jobId, ...fineTune }) =>
      jobId && !watched.includes(jobId) ? [{ jobId, ...fineTune }] : [],
    )
    .toSorted((one, other) => (readTimeMs(other.created_at) ?? 0) - (readTimeMs(one.created_at) ?? 0));
  const isAlone = watched.length === 0;
  if (jobs.length === 0)
    return isAlone ? (
      <NoJobs isLoading={isLoading} isOffered={isOffered} elsewhereCount={elsewhereCount} />
    ) : null;
  return (
    <section
      aria-label="Jobs of fine-tunes"
      className={
        isAlone
          ? 'min-h-0 flex-1 overflow-y-auto'
          : 'min-h-[min(14rem,50%)] flex-1 overflow-y-auto border-t border-line'
      }
    >
      <h2 className="px-4 pt-3 pb-1 font-strong">Jobs of fine-tunes</h2>
      <ul aria-label="Jobs of fine-tunes">
        {jobs.slice(0, shown).map((job) => (
          <li
            key={job.jobId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-4 py-1 tablet:grid-cols-[9rem_minmax(0,1fr)_auto]"
          >
            <Status tone={toneOf(job.status)}>{job.status || 'no status'}</Status>
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 max-tablet:col-start-1 max-tablet:row-start-2">
              <Link
                href={paths.job(job.jobId)}
                className="min-w-0 truncate font-mono text-dense text-act hover:underline max-tablet:leading-6"
              >
                {job.jobId}
              </Link>
              <Link
                href={paths.fineTune(job.id)}
                className="min-w-0 wrap-anywhere text-act hover:underline max-tablet:leading-6"
              >
                {fineTuneName(job)}
              </Link>
              <Created time={job.created_at} nowMs={nowMs} />
            </div>
            <Button
              look="quiet"
              aria-label={`Watch ${job.jobId}`}
              onClick={() => changeWatchList((list) => watch(list, client.baseUrl, [job.jobId]))}
            >
              Watch
            </Button>
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
      {isAlone && (
        <p className="px-4 py-3 text-dense text-muted">
          {pasteWords} {elsewhereWords(elsewhereCount)}
        </p>
      )}
    </section>
  );
}

interface NoJobsProps {
  isLoading: boolean;
  /** Whether the service has fine-tunes at all. */
  isOffered: boolean;
  elsewhereCount: number;
}

function NoJobs({ isLoading, isOffered, elsewhereCount }: NoJobsProps) {
  if (isLoading)
    return (
      <div className="p-4">
        <Loading rows={6} label="Loading the jobs of fine-tunes" />
      </div>
    );
  return (
    <div className="p-6">
      <Empty title="No jobs yet">
        <p>
          {isOffered
            ? 'The jobs of this service’s fine-tunes appear here by themselves.'
            : 'This service does not offer fine-tunes, whose jobs would appear here.'}
        </p>
        <p>
          {pasteWords} <strong>New job</strong> shows how to start one.
        </p>
        {elsewhereCount > 0 && <p>{elsewhereWords(elsewhereCount)}</p>}
      </Empty>
    </div>
  );
}

const pasteWords =
  'To follow any other job, such as a model upload, paste its id above; watched jobs stay in a list on this device.';

function elsewhereWords(count: number): string {
  return count === 0 ? '' : `${count} more ${count === 1 ? 'is' : 'are'} watched on other connections.`;
}

function Created({ time, nowMs }: { time: string | undefined; nowMs: number }) {
  const atMs = readTimeMs(time);
  if (atMs === null) return null;
  return <span className="text-dense whitespace-nowrap text-faint">created {pastWords(atMs, nowMs)}</span>;
}

/** As in the list of fine-tunes. */
function toneOf(status = ''): Tone {
  if (isCompleted(status)) return 'ok';
  if (/^failed$|error$/i.test(status)) return 'bad';
  if (/^cancelled$/i.test(status)) return 'stopped';
  if (/^cancel_requested$/i.test(status)) return 'warn';
  return statusKind(status) === 'running' ? 'live' : 'none';
}
