// Jobs page: watch list with paste field, jobs of fine-tunes, or jobs side by side.
import { type ReactNode, useId, useState } from 'react';
import { StartCommands } from '#connection/StartCommands.tsx';
import { useClient } from '#connection/use-client.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { PollButtons } from '#ui/Freshness.tsx';
import { Empty } from '#ui/States.tsx';
import { TextInput } from '#ui/Field.tsx';
import { WatchList } from './WatchList.tsx';
import { joinIds, splitIds, readPastedIds } from './job-ids.ts';
import type { JobsSearch } from './search.ts';
import { useJobs, type JobView, useFineTunes } from './use-jobs.ts';
import { watch, changeWatchList, useWatchList } from './watch-list.ts';
import { Link } from 'wouter';
import { paths } from '#lib/address.ts';
import { formatCounted } from '#lib/format.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { JobFreshness, JobPanel } from './JobPanel.tsx';
import type { FineTune } from '#api/schema/fine-tune.ts';

interface JobsPageProps {
  search: JobsSearch;
  changeSearch: (change: (before: JobsSearch) => JobsSearch, how: 'push' | 'replace') => void;
  /** Suggested action if nothing is watched. */
  act: ReactNode;
}

/** Side by side with ids in the URL, else the watch list. */
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
          <StartCommands label="New job" kinds={['fine-tune', 'model upload']} />
          {here.length > 0 && (
            <PollButtons isPaused={jobs.isPaused} onPaused={jobs.setPaused} onRefresh={jobs.refreshAll} />
          )}
        </WatchForm>
      </div>
      {here.length === 0 && (
        <div className="p-6">
          <Empty title="No watched jobs" act={act}>
            <p>
              Paste a job id above, such as that of a model upload, to see its status, updates and arguments.
              Watched jobs stay in a list on this device.
            </p>
            {elsewhere > 0 && <p>{`${elsewhere} more are watched on other connections.`}</p>}
          </Empty>
        </div>
      )}
      <WatchList jobs={jobs} label="Watched jobs" />
      <FineTuneJobs watched={here} />
    </div>
  );
}

/** Several ids at once. Invalid input stays. */
function WatchForm({ onIds, children }: { onIds: (ids: readonly string[]) => void; children: ReactNode }) {
  const problemId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
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
          }}
        />
        <p id={problemId} role="alert" className="mt-1 text-dense wrap-anywhere text-bad empty:hidden">
          {problem}
        </p>
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

/** Requests no job; shows the fine-tune's status. */
function FineTuneJobs({ watched }: { watched: readonly string[] }) {
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
