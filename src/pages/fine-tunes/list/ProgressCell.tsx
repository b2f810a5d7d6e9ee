// How far a fine-tune is, as a bar and in percent.
import type { FineTuneRow } from './fine-tune-row.ts';

/** Blue while it works: only what is live has a colour. */
export function ProgressCell({ row: { progress, kind } }: { row: FineTuneRow }) {
  if (progress === null) return <span className="text-faint">—</span>;
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-token bg-raised">
        <span
          className={`block h-full ${kind === 'running' ? 'bg-act' : 'bg-edge'}`}
          style={{ width: `${progress * 100}%` }}
        />
      </span>
      <span className="min-w-[5ch]">{Math.floor(progress * 100)} %</span>
    </span>
  );
}
