// How long a service asks to wait, from its headers.

/** A day: a timer overflows at 24 of them. Whoever waits decides how long a wait is worth sitting through. */
const longestMs = 86_400_000;

/**
 * Milliseconds to wait, 0 to 86,400,000, from Retry-After, else x-ratelimit-reset (both seconds, the first also an HTTP
 * date). A date is measured against the answer's own Date header where that is readable, so that a wrong clock here does
 * no harm. Null where nothing is there or nothing can be read from it.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const retryAfter = headers.get('retry-after');
  const waitMs =
    secondsToMs(retryAfter) ??
    dateToMs(retryAfter, headers.get('date'), nowMs) ??
    secondsToMs(headers.get('x-ratelimit-reset'));
  return waitMs === null ? null : Math.min(Math.max(0, Math.ceil(waitMs)), longestMs);
}

/** Digits come first: `Date.parse` would take "120" for a year. */
function secondsToMs(value: string | null): number | null {
  const digits = /^\s*(-?\d+(?:\.\d+)?)\s*s?\s*(?:,|$)/i.exec(value ?? '')?.[1];
  return digits === undefined ? null : Number(digits) * 1_000;
}

function dateToMs(value: string | null, sentAt: string | null, nowMs: number): number | null {
  const until = httpDate(value);
  return until === null ? null : until - (httpDate(sentAt) ?? nowMs);
}

/** Unix milliseconds; null for what is no date. Only the forms of HTTP, which begin with a day's name: `Date.parse` alone finds a date in much that is none. */
export function httpDate(value: string | null): number | null {
  const text = value?.trim() ?? '';
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return null;
  const time = Date.parse(/(?:gmt|utc|z|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
