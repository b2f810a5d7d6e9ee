// Clock offset of a service, from the Date headers of its answers.
import { httpDate } from './http-error.ts';

/** Dates have whole seconds, and answers take time: clocks closer than this agree. */
const nearMs = 3_000;

/** Browsers hide the Date of cross-origin answers that do not expose it. */
export function createServiceClock() {
  let offsetMs: number | null = null;
  return {
    /** Call with an answer's headers as soon as it comes. @param nowMs by the local clock */
    note(headers: Headers, nowMs: number): void {
      const sentMs = httpDate(headers.get('date'));
      if (sentMs === null) return;
      const aheadMs = sentMs - nowMs;
      // Small changes are ignored, so that a second of jitter recomputes nothing.
      if (Math.abs(aheadMs - (offsetMs ?? 0)) >= nearMs) offsetMs = aheadMs;
      else offsetMs ??= 0;
    },
    /** Milliseconds that the service is ahead, negative if behind; null until known. */
    offsetMs: (): number | null => offsetMs,
  };
}
