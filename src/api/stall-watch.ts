// Gives a stream up when no content has come for too long, where the caller has set such a limit.
import { ApiError } from './errors.ts';
import { type HttpAnswer, longestTimerMs } from './http.ts';

/** Limits in milliseconds. Those that are absent never end a stream. */
export interface StreamTimers {
  /** Until the answer's header; 30 s where absent. */
  readonly headersMs?: number;
  /** From the header to the first content. */
  readonly firstTokenMs?: number;
  /** Between two contents. Keep-alive comments are not content. */
  readonly idleMs?: number;
}

/** A timer that fires so much too late was held by more than a hidden tab, which holds it for a minute. */
const lateMs = 90_000;

/** What a watch reads and sets; the page's own by default. */
interface StallClock {
  /** performance.now() */
  readonly now: () => number;
  /** Calls back once after so many milliseconds. @returns what takes it back */
  readonly wait: (callback: () => void, ms: number) => () => void;
}

const pageClock: StallClock = {
  now: () => performance.now(),
  wait(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Watches one stream. */
interface StallWatch {
  /** Content has come, at this time by `performance.now()`. */
  content(receivedAt: number): void;
  /** The stream is over. */
  stop(): void;
}

/** Aborts the answer with an ApiError (cut, stalled) when content stays away longer than the limits allow. */
export function watchForStall(
  answer: Pick<HttpAnswer, 'abort'>,
  { firstTokenMs, idleMs }: StreamTimers,
  { now, wait }: StallClock = pageClock,
): StallWatch {
  let since = now();
  let limitMs = firstTokenMs;
  let dueMs = Infinity;
  let takeBack: (() => void) | undefined;

  const check = () => {
    takeBack = undefined;
    if (limitMs === undefined) return;
    const nowMs = now();
    // The page stood still, as in a machine that slept: what came meanwhile could not be read, so the wait begins anew.
    if (nowMs - dueMs > lateMs) since = nowMs;
    const leftMs = since + limitMs - nowMs;
    if (leftMs <= 0) {
      answer.abort(stalled(limitMs));
      return;
    }
    const waitMs = Math.min(Math.ceil(leftMs), longestTimerMs);
    dueMs = nowMs + waitMs;
    takeBack = wait(check, waitMs);
  };
  check();

  return {
    content(receivedAt) {
      since = receivedAt;
      const isFirst = limitMs !== idleMs;
      limitMs = idleMs;
      if (!isFirst && takeBack !== undefined) return;
      takeBack?.();
      check();
    },
    stop: () => takeBack?.(),
  };
}

function stalled(limitMs: number): ApiError {
  return new ApiError(
    'cut',
    `No token came for ${Math.round(limitMs / 1_000)} s, so the stream was given up. What had arrived is kept.`,
    { code: 'stalled' },
  );
}
