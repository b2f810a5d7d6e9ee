// Job details: figures, notices, update timeline and arguments.
import { Link } from 'wouter';
import { useMemo, useState, memo } from 'react';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { addressOf, paths } from '#lib/address.ts';
import type { Job } from '#api/schema/job.ts';
import { formatDuration, noValue } from '#lib/format.ts';
import { agoWords, clockWords, dayWords, pastWords } from '#lib/dates.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { TimelineView } from '#timeline/TimelineView.tsx';
import { noFilter } from '#timeline/entry.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { FailureReason } from '#ui/FailureReason.tsx';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { FreshnessWords, Notice } from '#ui/Freshness.tsx';
import { Loading, Status } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import {
  failureReason,
  isOver,
  jobStatusKind,
  wayBack,
  statusTones,
  updateEntries,
  updatePhases,
} from './job-status.ts';
import { useFineTunes, type JobView } from './use-jobs.ts';
import { useClient } from '#connection/use-client.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { askForNotifications, notificationProblems } from '#ui/notifications.ts';
import { change, find, watch, noteSeen, changeWatchList, useWatchList } from './watch-list.ts';

interface JobPanelProps {
  view: JobView;
  selected: string | null;
  onSelect: (key: string | null) => void;
}

export function JobPanel({ view, selected, onSelect }: JobPanelProps) {
  const { job, raw } = view;
  const hereMs = useNow();
  const nowMs = hereMs + view.aheadMs;
  const [filter, setFilter] = useState(noFilter);
  const entries = useMemo(() => (job === undefined ? [] : updateEntries(job)), [job]);
  const isLive = job !== undefined && !isOver(job.status) && !view.isMissing;
  const endMs = readTimeMs(job?.updated_at) ?? entries.at(-1)?.timeMs ?? nowMs;
  const phases = updatePhases(entries, isLive ? null : endMs, nowMs);
  const model = job?.args?.['modelName'];
  const isMade = jobStatusKind(job?.status) === 'complete' && typeof model === 'string' && model !== '';
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="-mx-4 border-y border-line bg-panel">
        <InstrumentStrip label="Job">
          <Figure
            label="status"
            value={
              <output aria-label="Status" className="flex">
                <JobStatusWord view={view} />
              </output>
            }
            minChars={12}
          />
          <Figure label="kind" value={(job?.type ?? view.seen?.type) || noValue} minChars={8} />
          <Figure label="created" value={since(job?.created_at, nowMs)} minChars={9} />
          <Figure label={isLive ? 'so far' : 'took'} value={lasted(view, nowMs, isLive)} minChars={10} />
        </InstrumentStrip>
      </div>
      <FailureReason reason={view.isCancelled ? null : failureReason(job?.status, entries)} />
      <JobNotices view={view} nowMs={hereMs} />
      {job === undefined && view.error === null && <Loading rows={6} label="Loading the job" />}
      <FineTuneLink jobId={view.jobId} />
      {isMade && (
        <p>
          <Link href={addressOf(paths.playground, { model })} className="text-act hover:underline">
            Open {model} in the playground
          </Link>
        </p>
      )}
      {job !== undefined && (
        <>
          <section aria-label="Status updates">
            <h3 className="mb-2 font-strong">Status updates</h3>
            <TimelineView
              label="updates"
              typeLabel="Status"
              entries={entries}
              phases={phases}
              hasLevels={false}
              isLive={isLive}
              nowMs={nowMs}
              filter={filter}
              onFilter={setFilter}
              selected={selected}
              onSelect={onSelect}
            />
          </section>
          <JobArguments job={job} raw={raw} />
        </>
      )}
    </div>
  );
}

function FineTuneLink({ jobId }: { jobId: string }) {
  const found = useFineTunes().fineTunes.find(({ job_id: id }) => id === jobId);
  if (found === undefined) return null;
  return (
    <p>
      <Link href={paths.fineTune(found.id)} className="text-act hover:underline">
        Open the fine-tune {fineTuneName(found)}
      </Link>
    </p>
  );
}

function since(time: string | undefined, nowMs: number): string {
  const atMs = readTimeMs(time);
  return atMs === null ? time || noValue : pastWords(atMs, nowMs);
}

function lasted({ job }: JobView, nowMs: number, isLive: boolean): string {
  const startMs = readTimeMs(job?.created_at);
  const endMs = isLive ? nowMs : readTimeMs(job?.updated_at);
  return startMs === null || endMs === null ? noValue : formatDuration(endMs - startMs);
}

/** Memoized: its parent renders every second. */
const JobArguments = memo(function JobArguments({ job, raw }: { job: Job; raw: unknown }) {
  const args = Object.entries(job.args ?? {});
  const json = JSON.stringify(raw, null, 2) ?? '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section aria-label="Arguments">
        <h3 className="font-strong">Arguments</h3>
        {args.length === 0 && <p className="mt-1 text-muted">The service sent none.</p>}
        <dl className="mt-1 grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1">
          {args.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted wrap-anywhere">{name}</dt>
              <dd className="font-mono text-dense leading-5 wrap-anywhere whitespace-pre-wrap">
                {value === '' ? <span className="text-faint">empty</span> : textOf(value)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <details>
        <summary className="w-fit text-muted hover:text-text">Record as JSON</summary>
        <div className="mt-1">
          <CopyButton label="Copy JSON" text={() => json} />
          <pre className="mt-1 max-h-96 overflow-auto rounded-control border border-line bg-panel p-3 text-dense">
            {json}
          </pre>
        </div>
      </details>
    </div>
  );
});

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function JobNotices({ view, nowMs }: { view: JobView; nowMs: number }) {
  const { jobId, job, seen, error, isMissing, notes, times } = view;
  const inUpdates = job === undefined ? null : wayBack(updateEntries(job).map(({ type }) => type));
  const back = inUpdates ?? view.wentBack;
  const seenMs = times.updatedAtMs ?? seen?.atMs;
  const knownSince = seenMs === undefined ? '' : `, last seen ${dayWords(seenMs)} at ${clockWords(seenMs)}`;
  return (
    <>
      {isMissing && (
        <Notice tone="bad">
          {job || seen
            ? `The service no longer knows this job${knownSince}. Showing its last answer; polling has stopped.`
            : `The service knows no job ${jobId}. Check the id and the connection; ${times.nextAtMs === null ? 'polling has stopped' : 'one started just now can take seconds to appear'}.`}{' '}
          <ToFineTune id={jobId} />
        </Notice>
      )}
      {!isMissing && error !== null && (
        <Notice>
          {error.message}
          {times.updatedAtMs !== null && ` Last updated ${agoWords(times.updatedAtMs, nowMs)}.`}
        </Notice>
      )}
      {back !== null && <Notice>{`The status changed back from ${back.from} to ${back.to}.`}</Notice>}
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
    </>
  );
}

/** Has text from the first render, so that nothing moves. */
export function JobStatusWord({ view: { job, seen, error, isMissing, isCancelled } }: { view: JobView }) {
  const status = job?.status ?? seen?.status;
  if (isMissing) return <Status tone="none">{job || seen ? 'no longer listed' : 'unknown job'}</Status>;
  if (isCancelled) return <Status tone="stopped">Cancelled</Status>;
  if (status !== undefined)
    return <Status tone={statusTones[jobStatusKind(status)]}>{status || 'no status'}</Status>;
  if (error !== null) return <Status tone="warn">no answer</Status>;
  if (job !== undefined) return <Status tone="none">no status</Status>;
  return <Status tone="none">asking</Status>;
}

export function JobFreshness({ view: { job, seen, times, error, isMissing } }: { view: JobView }) {
  const isFinal = isOver(job?.status) && error === null;
  const restWords = isFinal ? 'final' : times.isPaused && !isMissing ? 'paused' : 'polling stopped';
  const updatedAtMs = times.updatedAtMs ?? seen?.atMs ?? null;
  // The job itself ended earlier.
  const verb = isFinal ? 'checked' : 'updated';
  return <FreshnessWords times={{ ...times, updatedAtMs }} restWords={restWords} verb={verb} />;
}

/** For ids that are, or look like, a fine-tune's or, with a step, one of its checkpoints'. */
export function ToFineTune({ id }: { id: string }) {
  const { fineTunes } = useFineTunes();
  const listed = [id, id.replace(/:\d+$/, '')].find((each) => fineTunes.some((one) => one.id === each));
  if (listed === undefined && !/^ft[-:]/i.test(id)) return null;
  return (
    <Link href={paths.fineTune(listed ?? id)} className="whitespace-nowrap text-act hover:underline">
      {listed === undefined
        ? 'This looks like a fine-tune: open it'
        : listed === id
          ? 'This is a fine-tune: open it'
          : 'This is a checkpoint: open its fine-tune'}
    </Link>
  );
}

/** Also watches the job. */
export function NoticeButton({ view: { jobId, job } }: { view: JobView }) {
  const { baseUrl } = useClient();
  const wants = useWatchList(({ list }) => find(list, baseUrl, jobId)?.wantsNotice ?? false);
  const [problem, setProblem] = useState<string | null>(null);

  async function handlePress() {
    const right = wants ? 'granted' : await askForNotifications();
    setProblem(notificationProblems[right]);
    if (right !== 'granted') return;
    changeWatchList((list) => change(watch(list, baseUrl, [jobId]), baseUrl, jobId, { wantsNotice: !wants }));
    noteSeen(baseUrl, jobId, job);
  }

  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <Button
        look="quiet"
        aria-pressed={wants}
        title="While this page is open in a tab"
        onClick={() => void handlePress()}
      >
        <Icon name="bell" />
        Notify at the end
      </Button>
      <span role="status" className="text-dense text-warn empty:hidden">
        {problem}
      </span>
    </span>
  );
}
