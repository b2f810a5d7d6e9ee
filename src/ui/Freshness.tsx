// Freshness of polled data: age, next poll, pause, refresh, notices.
import type { ReactNode } from 'react';
import { formatAge } from '#lib/dates.ts';
import { Button, IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { useNow } from './use-now.ts';

/** Unix milliseconds. */
export interface PollTimes {
  readonly updatedAtMs: number | null;
  /** Null if none is scheduled. */
  readonly nextAtMs: number | null;
  readonly isFetching: boolean;
  readonly isPaused: boolean;
}

export interface Freshness extends PollTimes {
  /** Of the last request. */
  readonly error: Error | null;
  readonly setPaused: (isPaused: boolean) => void;
  readonly refresh: () => void;
}

export function FreshnessBar({ freshness }: { freshness: Freshness }) {
  const { isPaused, setPaused, isFetching, refresh } = freshness;
  return (
    <div className="flex items-center gap-2">
      <span className="flex min-w-[25ch] justify-end max-tablet:justify-start">
        <FreshnessWords times={freshness} error={freshness.error} />
      </span>
      <PollButtons isPaused={isPaused} onPaused={setPaused} onRefresh={refresh} isFetching={isFetching} />
    </div>
  );
}

interface FreshnessWordsProps {
  times: PollTimes;
  /** Marks the data as out of date. */
  error?: Error | null;
  /** Once polling has ended. */
  restWords?: string;
  verb?: 'updated' | 'checked';
}

export function FreshnessWords({ times, error = null, restWords, verb }: FreshnessWordsProps) {
  const nowMs = useNow();
  return (
    <span
      title={error?.message}
      className="inline-flex items-center gap-1 text-dense whitespace-nowrap text-muted tabular-nums"
    >
      {error !== null && (
        <>
          <Icon name="warning" className="text-warn" />
          <span className="sr-only">Out of date:</span>
        </>
      )}
      {pollWords(times, nowMs, restWords, verb)}
    </span>
  );
}

/** "updated 12 s ago · next in 5 s". @param restWords once polling has ended */
export function pollWords(
  { updatedAtMs, nextAtMs, isFetching, isPaused }: PollTimes,
  nowMs: number,
  restWords = isPaused ? 'paused' : 'polling stopped',
  verb = 'updated',
): string {
  // The last words before a request are "1 s".
  const wait = nextAtMs === null ? restWords : `next in ${formatAge(nextAtMs - nowMs + 999)}`;
  const next = isFetching ? 'updating' : wait;
  return updatedAtMs === null ? next : `${verb} ${formatAge(nowMs - updatedAtMs)} ago · ${next}`;
}

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

/** "12 s", ticking. Silent: screen readers would repeat it. */
export function Age({ sinceMs }: { sinceMs: number }) {
  return <span aria-live="off">{formatAge(useNow() - sinceMs)}</span>;
}

interface NoticeProps {
  tone?: 'warn' | 'bad';
  role?: 'status' | 'alert' | undefined;
  /** Buttons after the sentence. */
  acts?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One sentence beside what it is about. Announced when it appears. */
export function Notice({ tone = 'warn', role = 'status', acts, className = '', children }: NoticeProps) {
  return (
    <div role={role} className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${className}`}>
      <p className="flex min-w-0 items-start gap-1.5">
        <Icon name="warning" className={`h-lh ${tone === 'bad' ? 'text-bad' : 'text-warn'}`} />
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
      {acts}
    </div>
  );
}
