// Gives a stream up when no content has come for too long, where the caller has set such a limit.
import { ApiError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { longestTimerMs } from './longest-timer.ts';

/** Limits in milliseconds. Those that are absent never end a stream. */
export interface StreamTimers {
  /** Until the answer's header; 30 s where absent. */
  readonly headersMs?: number;
  /** From the header to the first content. */
  readonly firstTokenMs?: number;
  /** Between two contents. Keep-alive comments are not content. */
  readonly idleMs?: number;
}

/** Watches one stream. */
export interface StallWatch {
  /** Content has come, at this time by `performance.now()`. */
  content(receivedAt: number): void;
  /** The stream is over. */
  stop(): void;
}

/** Aborts the answer with an ApiError (cut, stalled) when content stays away longer than the limits allow. */
export function watchForStall(answer: HttpAnswer, { firstTokenMs, idleMs }: StreamTimers): StallWatch {
  let since = performance.now();
  let limitMs = firstTokenMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    timer = undefined;
    if (limitMs === undefined) return;
    const leftMs = since + limitMs - performance.now();
    if (leftMs <= 0) answer.abort(stalled(limitMs));
    else timer = setTimeout(check, Math.min(Math.ceil(leftMs), longestTimerMs));
  };
  check();

  return {
    content(receivedAt) {
      since = receivedAt;
      const isFirst = limitMs !== idleMs;
      limitMs = idleMs;
      if (!isFirst && timer !== undefined) return;
      clearTimeout(timer);
      check();
    },
    stop: () => clearTimeout(timer),
  };
}

function stalled(limitMs: number): ApiError {
  return new ApiError(
    'cut',
    `No token came for ${Math.round(limitMs / 1_000)} s, so the stream was given up. What had arrived is kept.`,
    { code: 'stalled' },
  );
}
