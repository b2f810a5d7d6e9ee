// Stream timeouts chosen by the user, kept in localStorage.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import type { StreamTimers } from '#api/stall-watch.ts';
import { stored } from '#lib/stored.ts';

export const maxTimeoutSeconds = 86_400;

const Seconds = z.number().check(z.minimum(1), z.maximum(maxTimeoutSeconds));

const Timeouts = z.object({
  /** Until the response headers; then the request is aborted. */
  header: Seconds,
  /** Before the first token; then a warning. */
  first: Seconds,
  /** Between two tokens; then a warning. */
  between: Seconds,
  /** Without a token; then the stream is aborted. Null: never. */
  giveUp: z.nullable(Seconds),
});

/** In seconds. */
export type Timeouts = z.infer<typeof Timeouts>;

export const defaultTimeouts: Timeouts = { header: 30, first: 60, between: 20, giveUp: 300 };

const entry = stored<Timeouts>({
  key: 'inferdeck.silences',
  version: 1,
  parse: (value) => Timeouts.safeParse(value).data ?? null,
  fallback: defaultTimeouts,
  storage: () => localStorage,
});

/** Applies to the next request, warnings at once. */
export const useTimeouts = create<Timeouts>(() => entry.read());

entry.follow(useTimeouts.setState);

export function changeTimeouts(change: Partial<Timeouts>): void {
  useTimeouts.setState(change);
  entry.write(useTimeouts.getState());
}

export function streamTimers({ header, giveUp } = useTimeouts.getState()): StreamTimers {
  const headersMs = header * 1_000;
  return giveUp === null
    ? { headersMs }
    : { headersMs, firstTokenMs: giveUp * 1_000, idleMs: giveUp * 1_000 };
}
