// One job: figures, notices, what it went through, what it was started with.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { fineTunesQuery } from '#api/queries.ts';
import { useClient } from '#connection/use-client.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { formatDuration } from '#lib/format.ts';
import { agoWords } from '#lib/time-words.ts';
import { noFilter } from '#timeline/filter.ts';
import { TimelineView } from '#timeline/TimelineView.tsx';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Loading } from '#ui/States.tsx';
import { JobArguments } from './JobArguments.tsx';
import { JobNotices } from './JobNotices.tsx';
import { isOver, jobStatusKind } from './job-status.ts';
import { JobStatusWord } from './JobStatusWord.tsx';
import { updateEntries, updatePhases } from './update-entries.ts';
import type { JobView } from './use-jobs.ts';

interface JobPanelProps {
  view: JobView;
  nowMs: number;
  /** Key of the update that is open. */
  selected: string | null;
  onSelect: (key: string | null) => void;
}

/** Stands alone on the page of a job, and beside others. */
export function JobPanel({ view, nowMs: hereMs, selected, onSelect }: JobPanelProps) {
  const { job, raw } = view;
  const nowMs = hereMs + view.aheadMs;
  const [filter, setFilter] = useState(noFilter);
  const entries = useMemo(() => (job === undefined ? [] : updateEntries(job)), [job]);
  const phases = updatePhases(entries, nowMs);
  const isLive = job !== undefined && !isOver(job.status) && !view.isMissing;
  const model = job?.args?.['modelName'];
  const isMade = jobStatusKind(job?.status) === 'complete' && typeof model === 'string' && model !== '';
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="-mx-4 border-y border-line bg-panel">
        <InstrumentStrip label="Job">
          <Figure
            label="status"
            value={
              <span className="flex">
                <JobStatusWord view={view} />
              </span>
            }
            signs={12}
          />
          <Figure label="kind" value={(job?.type ?? view.seen?.type) || '—'} signs={8} />
          <Figure label="created" value={since(job?.created_at, nowMs)} signs={9} />
          <Figure label={isLive ? 'so far' : 'took'} value={lasted(view, nowMs, isLive)} signs={10} />
          <Figure label="updates" value={job ? entries.length : '—'} signs={3} />
        </InstrumentStrip>
      </div>
      <JobNotices view={view} nowMs={hereMs} />
      {job === undefined && view.error === null && <Loading rows={6} label="Loading the job" />}
      <FineTuneLink jobId={view.jobId} />
      {isMade && (
        <p>
          <Link to="/" search={{ model }} className="text-act hover:underline">
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

/** The fine-tune that this job trains, where the list of them is known already: nothing is asked for it. */
function FineTuneLink({ jobId }: { jobId: string }) {
  const list = useQuery({ ...fineTunesQuery(useClient()), enabled: false }).data;
  const found = list?.items.find(({ job_id: id }) => id === jobId);
  if (found === undefined) return null;
  return (
    <p>
      <Link to="/fine-tunes/$id" params={{ id: found.id }} className="text-act hover:underline">
        Open the fine-tune {found.model_output_name || found.id}
      </Link>
    </p>
  );
}

function since(time: string | undefined, nowMs: number): string {
  const atMs = readTimeMs(time);
  return atMs === null ? time || '—' : agoWords(atMs, nowMs);
}

function lasted({ job }: JobView, nowMs: number, isLive: boolean): string {
  const startMs = readTimeMs(job?.created_at);
  const endMs = isLive ? nowMs : readTimeMs(job?.updated_at);
  return startMs === null || endMs === null ? '—' : formatDuration(endMs - startMs);
}
