// Pause and refresh, for whatever is asked for again and again.
import { formatAge } from '#lib/time-words.ts';
import { Button, IconButton } from './Button.tsx';

interface PollButtonsProps {
  isPaused: boolean;
  onPaused: (isPaused: boolean) => void;
  onRefresh: () => void;
  /** A request is under way, so that another one would say nothing else. */
  isFetching?: boolean;
}

/** The button keeps its width while its word changes. */
export function PollButtons({ isPaused, onPaused, onRefresh, isFetching }: PollButtonsProps) {
  return (
    <>
      <Button aria-pressed={isPaused} onClick={() => onPaused(!isPaused)}>
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${isPaused ? 'invisible' : ''}`}>Pause</span>
          <span className={`col-start-1 row-start-1 ${isPaused ? '' : 'invisible'}`}>Go on</span>
        </span>
      </Button>
      <IconButton icon="retry" label="Refresh now" onClick={onRefresh} disabled={isFetching} />
    </>
  );
}

/** When answers came and come. Times in Unix milliseconds. */
export interface PollTimes {
  /** When the last good answer came; null before the first. */
  readonly updatedAtMs: number | null;
  /** When the next request is due; null where none will be sent by itself. */
  readonly nextAtMs: number | null;
  readonly isFetching: boolean;
  readonly isPaused: boolean;
}

/** "updated 12 s ago · next in 5 s". @param restWords said where nothing is asked any more */
export function pollWords(
  { updatedAtMs, nextAtMs, isFetching, isPaused }: PollTimes,
  nowMs: number,
  restWords = isPaused ? 'paused' : 'not asked again',
): string {
  // A second that has begun is counted, so that the last word before a request is "1 s".
  const wait = nextAtMs === null ? restWords : `next in ${formatAge(nextAtMs - nowMs + 999)}`;
  const next = isFetching ? 'asking now' : wait;
  return updatedAtMs === null ? next : `updated ${formatAge(nowMs - updatedAtMs)} ago · ${next}`;
}
