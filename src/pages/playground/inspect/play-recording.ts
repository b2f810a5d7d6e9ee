// Plays a recording into the page: its events come from memory by the clock, and nothing is sent.
import { noViewCounts, readPayload } from '#api/read-view.ts';
import type { StreamEvent } from '#api/stream.ts';
import { at } from '#lib/at.ts';
import { createBreather } from '#lib/yield-to-page.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import type { RunStore } from '#pages/playground/run-store.ts';

/**
 * Starts the replay; times on screen are those of the recording.
 * @param pace how many times as fast; what is shown all at once is not played
 * @returns false, and does nothing, while a run receives
 */
export function playRecording(store: RunStore, recorded: RecordedRun, pace: number): boolean {
  const { texts, times, request, endedMs, error } = recorded;
  return store.play(recorded, pace, async (signal, onReceived, onCounts) => {
    const startedMs = performance.now();
    const playedMs = () => (performance.now() - startedMs) * pace;
    const breathe = createBreather();
    for (let next = 0; next < texts.length && !signal.aborted; next += 1) {
      const atMs = at(times, next);
      if (atMs > playedMs()) await pause((atMs - playedMs()) / pace, signal);
      const event = readEvent(at(texts, next), request.n ?? 1);
      if (event !== null) onReceived([event], atMs);
      await breathe();
    }
    if (endedMs > playedMs()) await pause((endedMs - playedMs()) / pace, signal);
    onCounts(() => recorded.counts);
    if (error !== null) throw error;
    return { endState: recorded.endState, endedMs };
  });
}

/** Reads an event as the stream did; null where it is no part of a completion. `n`: how many were asked for. */
export function readEvent(data: string, n: number): StreamEvent | null {
  const payload = readPayload(data, n, noViewCounts());
  return payload.kind === 'view' ? { data, chunk: payload.view } : null;
}

/** Waits, or returns at once when the signal comes. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, durationMs);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
