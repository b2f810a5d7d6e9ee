// How long a stream may be silent before it is said, and before it is given up: a person's choice, kept in this browser.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import type { StreamTimers } from '#api/stall-watch.ts';
import { stored } from '#lib/stored.ts';

/** A day: what is longer is "never". */
export const longestSeconds = 86_400;

const Seconds = z.number().check(z.minimum(1), z.maximum(longestSeconds));

const SilenceLimits = z.object({
  /** Until the answer's header; then the request is given up. */
  header: Seconds,
  /** Before the first token; then the silence is shown. */
  first: Seconds,
  /** Between two tokens; then the silence is shown. */
  between: Seconds,
  /** Without a token; then the stream is given up as stalled. Null: never. */
  giveUp: z.nullable(Seconds),
});

/** Silences in seconds. */
export type SilenceLimits = z.infer<typeof SilenceLimits>;

/** The limits of a person who has set none. */
export const usualLimits: SilenceLimits = { header: 30, first: 60, between: 20, giveUp: 300 };

const entry = stored<SilenceLimits>({
  key: 'inferdeck.silences',
  version: 1,
  parse: (value) => SilenceLimits.safeParse(value).data ?? null,
  fallback: usualLimits,
  storage: () => localStorage,
});

/** The limits that hold; a change is for the next request, and for what is shown at once. */
export const useSilenceLimits = create<SilenceLimits>(() => entry.read());

/** Sets some of them. */
export function changeSilenceLimits(change: Partial<SilenceLimits>): void {
  useSilenceLimits.setState(change);
  entry.write(useSilenceLimits.getState());
}

/** The limits as a stream knows them. */
export function streamTimers({ header, giveUp } = useSilenceLimits.getState()): StreamTimers {
  const headersMs = header * 1_000;
  return giveUp === null
    ? { headersMs }
    : { headersMs, firstTokenMs: giveUp * 1_000, idleMs: giveUp * 1_000 };
}
