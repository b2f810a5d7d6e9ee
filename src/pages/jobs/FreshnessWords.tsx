// How old what is shown of a job is, and when it is asked for again.
import { pollWords } from '#ui/poll-words.ts';
import type { JobView } from './use-jobs.ts';

interface FreshnessWordsProps {
  view: JobView;
  nowMs: number;
  isOver: boolean;
}

/** One line with room for its longest form. */
export function FreshnessWords({ view: { times, error, isMissing }, nowMs, isOver }: FreshnessWordsProps) {
  const restWords =
    isOver && error === null
      ? 'final, not asked again'
      : times.isPaused && !isMissing
        ? 'paused'
        : 'not asked again';
  return (
    <span className="text-dense whitespace-nowrap text-faint tabular-nums">
      {pollWords(times, nowMs, restWords)}
    </span>
  );
}
