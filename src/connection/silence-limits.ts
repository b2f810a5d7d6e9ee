// Stream timeouts chosen by the user, kept in localStorage.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import type { StreamTimers } from '#api/stall-watch.ts';
import { stored } from '#lib/stored.ts';

/** A day; anything longer is "never". */
export const longestSeconds = 86_400;

const Seconds = z.number().check(z.minimum(1), z.maximum(longestSeconds));

const SilenceLimits = z.object({
  /** Until the response headers; then the request is aborted. */
  header: Seconds,
  /** Before the first token; then a warning is shown. */
  first: Seconds,
  /** Between two tokens; then a warning is shown. */
  between: Seconds,
  /** Without a token; then the stream is aborted as stalled. Null: never. */
  giveUp: z.nullable(Seconds),
});

/** In seconds. */
export type SilenceLimits = z.infer<typeof SilenceLimits>;

export const defaultLimits: SilenceLimits = { header: 30, first: 60, between: 20, giveUp: 300 };

const entry = stored<SilenceLimits>({
  key: 'inferdeck.silences',
  version: 1,
  parse: (value) => SilenceLimits.safeParse(value).data ?? null,
  fallback: defaultLimits,
  storage: () => localStorage,
});

/** Changes apply to the next request, and to warnings immediately. */
export const useSilenceLimits = create<SilenceLimits>(() => entry.read());

export function changeSilenceLimits(change: Partial<SilenceLimits>): void {
  useSilenceLimits.setState(change);
  entry.write(useSilenceLimits.getState());
}

/** As stream options, in milliseconds. */
export function streamTimers({ header, giveUp } = useSilenceLimits.getState()): StreamTimers {
  const headersMs = header * 1_000;
  return giveUp === null
    ? { headersMs }
    : { headersMs, firstTokenMs: giveUp * 1_000, idleMs: giveUp * 1_000 };
}
