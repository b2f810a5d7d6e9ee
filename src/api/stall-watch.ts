// Stall watch: aborts a stream by idle timeout, if one is set.
import { ApiError } from './errors.ts';
import { type HttpAnswer, longestTimerMs } from './http.ts';

/** In milliseconds. An absent limit never ends a stream. */
export interface StreamTimers {
  /** Until the response headers; 30 s if absent. */
  readonly headersMs?: number;
  /** From the headers to the first content. */
  readonly firstTokenMs?: number;
  /** Between two pieces of content. Keep-alive comments do not count. */
  readonly idleMs?: number;
}

/** A timer this late was held by more than a hidden tab, which delays it by a minute. */
const lateMs = 90_000;

/** Injectable; the page's own clock by default. */
interface StallClock {
  /** performance.now() */
  readonly now: () => number;
  /** Calls back once after `ms`. @returns a function that cancels it */
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
  /** Call for every piece of content, with its time by `performance.now()`. */
  content(receivedAt: number): void;
  stop(): void;
}

/**
 * Aborts the answer with an ApiError (cut, stalled) once the service sends no content for longer than the
 * limits allow.
 */
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
    // The page was frozen, as when a computer sleeps: nothing could be read meanwhile, so the wait restarts.
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
    `No token came for ${Math.round(limitMs / 1_000)} s, so the stream was abandoned. What arrived is kept.`,
    { code: 'stalled' },
  );
}
