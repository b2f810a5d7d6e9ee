// The phases of a fine-tune so far in one line of words, each with its duration; the picture of them is over the events.
import { formatDuration } from '#lib/format.ts';
import type { Phase } from '#timeline/phases.ts';

/** Nothing where no event tells of a phase. What began and ended at once is passed over. */
export function PhaseLine({ phases }: { phases: readonly Phase[] }) {
  const told = phases.filter(({ startMs, endMs, isOpen }) => isOpen || endMs > startMs);
  if (told.length === 0) return null;
  return (
    <ol aria-label="Phases so far" className="flex flex-wrap gap-x-4 gap-y-0.5 text-dense tabular-nums">
      {told.map(({ name, startMs, endMs, isOpen }) => (
        <li key={`${startMs} ${name}`} className="whitespace-nowrap text-muted">
          <span className={isOpen ? 'text-act' : ''}>{isOpen ? `${name}, now` : name}</span>{' '}
          <span className="text-text">{formatDuration(endMs - startMs)}</span>
        </li>
      ))}
    </ol>
  );
}
