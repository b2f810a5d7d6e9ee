// The parts of a life side by side, each as wide as it was long, with its duration.
import { formatDuration } from '#lib/format.ts';
import type { Phase } from './phases.ts';

/** Each phase has room for its words; the one that still lasts is blue. Nothing is drawn where nothing is known. */
export function PhaseBar({ phases, label = 'Phases' }: { phases: readonly Phase[]; label?: string }) {
  if (phases.length === 0) return null;
  const totalMs = phases.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    <ol aria-label={label} className="flex flex-wrap gap-0.5 text-label">
      {phases.map(({ name, startMs, endMs, isOpen }) => {
        const words = `${name} ${formatDuration(endMs - startMs)}`;
        return (
          <li
            key={`${startMs} ${name}`}
            title={words}
            style={{
              flexGrow: totalMs === 0 ? 1 : (endMs - startMs) / totalMs + 0.01,
              minWidth: `calc(${words.length}ch + 0.75rem)`,
            }}
            className={`min-w-0 truncate rounded-token px-1.5 py-0.5 tabular-nums ${isOpen ? 'bg-act-fill text-on-act' : 'bg-raised text-text'}`}
          >
            {words}
          </li>
        );
      })}
    </ol>
  );
}
