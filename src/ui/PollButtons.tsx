// Pause and refresh buttons.
import { formatAge } from '#lib/format.ts';
import { Button, IconButton } from './Button.tsx';

interface PollButtonsProps {
  isPaused: boolean;
  onPaused: (isPaused: boolean) => void;
  onRefresh: () => void;
  isFetching?: boolean;
}

/** Constant width. */
export function PollButtons({ isPaused, onPaused, onRefresh, isFetching }: PollButtonsProps) {
  return (
    <>
      <Button onClick={() => onPaused(!isPaused)}>
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${isPaused ? 'invisible' : ''}`}>Pause</span>
          <span className={`col-start-1 row-start-1 ${isPaused ? '' : 'invisible'}`}>Resume</span>
        </span>
      </Button>
      <IconButton icon="retry" label="Refresh now" onClick={onRefresh} disabled={isFetching} />
    </>
  );
}

/** Unix milliseconds. */
export interface PollTimes {
  readonly updatedAtMs: number | null;
  /** Null if none is scheduled. */
  readonly nextAtMs: number | null;
  readonly isFetching: boolean;
  readonly isPaused: boolean;
}

/** "updated 12 s ago · next in 5 s". @param restWords once polling has ended */
export function pollWords(
  { updatedAtMs, nextAtMs, isFetching, isPaused }: PollTimes,
  nowMs: number,
  restWords = isPaused ? 'paused' : 'polling stopped',
): string {
  // The last words before a request are "1 s".
  const wait = nextAtMs === null ? restWords : `next in ${formatAge(nextAtMs - nowMs + 999)}`;
  const next = isFetching ? 'updating' : wait;
  return updatedAtMs === null ? next : `updated ${formatAge(nowMs - updatedAtMs)} ago · ${next}`;
}
