// What a job was started with, name by name, and its record as it came.
import { memo } from 'react';
import type { Job } from '#api/schema/job.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

/** Values that are no text are shown as JSON. Drawn again when an answer says something else, and not every second. */
export const JobArguments = memo(function JobArguments({ job, raw }: { job: Job; raw: unknown }) {
  const args = Object.entries(job.args ?? {});
  const json = JSON.stringify(raw, null, 2) ?? '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section aria-label="Arguments">
        <h3 className="font-strong">Arguments</h3>
        {args.length === 0 && <p className="mt-1 text-muted">The service names none.</p>}
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
