// Stall watch: aborts a stream by idle timeout, if one is set.
import { ApiError } from './errors.ts';
import { type HttpAnswer, longestTimerMs } from './http.ts';

/** An absent limit never ends a stream. */
export interface StreamTimers {
  /** Until the response headers; 30 s if absent. */
  readonly headersMs?: number;
  /** From the headers to the first content. */
  readonly firstTokenMs?: number;
  /** Between two pieces of content. Keep-alives do not count. */
  readonly idleMs?: number;
}

/** Hidden tabs delay timers by up to a minute: one this late was suspended. */
const suspendedMs = 90_000;

interface StallClock {
  readonly now: () => number;
  readonly wait: (callback: () => void, ms: number) => () => void;
}

const pageClock: StallClock = {
  now: () => performance.now(),
  wait(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

interface StallWatch {
  /** `receivedAt` by `performance.now()`. */
  content(receivedAt: number): void;
  stop(): void;
}

/** Aborts the answer with ApiError (cut, stalled) after too long a silence. */
export function watchForStall(
  answer: Pick<HttpAnswer, 'abort'>,
  { firstTokenMs, idleMs }: StreamTimers,
  { now, wait }: StallClock = pageClock,
): StallWatch {
  let since = now();
  let limitMs = firstTokenMs;
  let dueMs = Infinity;
  let cancelTimer: (() => void) | undefined;

  const check = () => {
    cancelTimer = undefined;
    if (limitMs === undefined) return;
    const nowMs = now();
    // The page was suspended, as in sleep, and could read nothing: the wait restarts.
    if (nowMs - dueMs > suspendedMs) since = nowMs;
    const leftMs = since + limitMs - nowMs;
    if (leftMs <= 0) {
      answer.abort(stalled(limitMs));
      return;
    }
    const waitMs = Math.min(Math.ceil(leftMs), longestTimerMs);
    dueMs = nowMs + waitMs;
    cancelTimer = wait(check, waitMs);
  };
  check();

  return {
    content(receivedAt) {
      since = receivedAt;
      const isFirst = limitMs !== idleMs;
      limitMs = idleMs;
      if (!isFirst && cancelTimer !== undefined) return;
      cancelTimer?.();
      check();
    },
    stop: () => cancelTimer?.(),
  };
}

function stalled(limitMs: number): ApiError {
  return new ApiError(
    'cut',
    `No token came for ${Math.round(limitMs / 1_000)} s, so the stream was abandoned. What arrived is kept.`,
    { code: 'stalled' },
  );
}
