// How far a service's clock is from this one, by the Date of its answers: a wrong clock here must not make ages of its times.
import { httpDate } from './http-error.ts';

/** Dates say whole seconds, and an answer is under way for a while: closer than this, clocks agree. */
const nearMs = 3_000;

/** A clock of which nothing is known yet. Browsers hide the Date of other origins that do not expose it. */
export function createServiceClock() {
  let offsetMs: number | null = null;
  return {
    /** Takes in the headers of an answer that has just come. @param nowMs by this clock */
    note(headers: Headers, nowMs: number): void {
      const sentMs = httpDate(headers.get('date'));
      if (sentMs === null) return;
      const aheadMs = sentMs - nowMs;
      // What has not moved stays as it was, so that nothing is reckoned again for a second of jitter.
      if (Math.abs(aheadMs - (offsetMs ?? 0)) >= nearMs) offsetMs = aheadMs;
      else offsetMs ??= 0;
    },
    /** Milliseconds that the service is ahead, negative behind; null while it is not known. */
    offsetMs: (): number | null => offsetMs,
  };
}
