// What a person has to know about a job beside its record: it is gone, unknown, out of date, or went back.
import type { ReactNode } from 'react';
import { agoWords, clockWords, dayWords } from '#lib/time-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { ToFineTune } from './ToFineTune.tsx';
import { wayBack } from './job-status.ts';
import { updateEntries } from './update-entries.ts';
import type { JobView } from './use-jobs.ts';

/** Nothing while all is well. */
export function JobNotices({ view, nowMs }: { view: JobView; nowMs: number }) {
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
            ? `The service no longer knows this job${knownSince}. What is shown is what it said then; it is not asked again.`
            : `The service knows no job ${jobId}. It is not asked again; check the id and the connection.`}
          {error !== null && <span className="text-muted"> {error.message}</span>} <ToFineTune id={jobId} />
        </Notice>
      )}
      {!isMissing && error !== null && (
        <Notice tone="warn">
          {error.message}
          {times.updatedAtMs !== null && ` What is shown was true ${agoWords(times.updatedAtMs, nowMs)}.`}
        </Notice>
      )}
      {back !== null && (
        <Notice tone="warn">{`The status changed back from ${back.from} to ${back.to}.`}</Notice>
      )}
      {notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
    </>
  );
}

function Notice({ tone, children }: { tone: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-1.5">
      <Icon name="warning" className={`mt-0.5 ${tone === 'bad' ? 'text-bad' : 'text-warn'}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
