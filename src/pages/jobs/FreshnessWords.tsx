// How old what is shown of a job is, and when it is asked for again.
import { formatAge } from '#lib/age.ts';
import type { JobView } from './use-jobs.ts';

interface FreshnessWordsProps {
  view: JobView;
  nowMs: number;
  isOver: boolean;
}

/** One line with room for its longest form. */
export function FreshnessWords({ view, nowMs, isOver }: FreshnessWordsProps) {
  const { freshness, error } = view;
  const { updatedAtMs, nextAtMs, isFetching, isPaused } = freshness;
  const age = updatedAtMs === null ? '' : `updated ${formatAge(nowMs - updatedAtMs)} ago`;
  const next = isFetching
    ? 'asking now'
    : nextAtMs !== null
      ? `next in ${formatAge(nextAtMs - nowMs + 999)}`
      : isOver && error === null
        ? 'over, not asked again'
        : isPaused && !view.isMissing
          ? 'paused'
          : 'not asked again';
  return (
    <span className="text-dense whitespace-nowrap text-faint tabular-nums">
      {age === '' ? next : `${age} · ${next}`}
    </span>
  );
}
