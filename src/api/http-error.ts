// HTTP errors: an ApiError with cause and remedy, and the Retry-After header.
import { type ErrorFields, ApiError } from './errors.ts';

/** ApiError of kind http for a non-2xx answer. `token` is redacted from whatever the service repeats. */
export function httpErrorOf(response: Response, fields: ErrorFields, token: string | null): ApiError {
  const { status } = response;
  const said = withoutToken(fields, token);
  const waitMs = readRetryAfterMs(response.headers, Date.now());
  const name = known[status]?.name ?? (response.statusText.slice(0, 80) || classOf(status));
  const sentence = said.message === null ? `${status} ${name}.` : `${status} ${name}: ${ended(said.message)}`;
  return new ApiError('http', `${sentence} ${adviceFor(status, waitMs)}`.trim(), {
    ...said,
    status,
    retryAfterMs: waitMs,
    requestId: response.headers.get('x-request-id')?.slice(0, 200) ?? null,
  });
}

/** ApiError of kind http for an error inside a 200 answer, whole or in the middle of a stream. */
export function errorInAnswer(response: Response, fields: ErrorFields, token: string | null): ApiError {
  const said = withoutToken(fields, token);
  const sentence = said.message ?? said.code ?? said.type ?? 'It gave no reason.';
  return new ApiError('http', `The service reported an error: ${ended(sentence)}`, {
    ...said,
    status: response.status,
    requestId: response.headers.get('x-request-id')?.slice(0, 200) ?? null,
  });
}

interface KnownStatus {
  readonly name: string;
  readonly advice?: string;
}

const known: Readonly<Record<number, KnownStatus>> = {
  400: { name: 'Invalid request' },
  401: { name: 'Missing or invalid credentials', advice: 'Check the access token of this connection.' },
  402: { name: 'Spending limit reached', advice: 'Raise the limit at the service, then run again.' },
  403: {
    name: 'Refused',
    advice:
      'Services answer this when the prompt is longer than the context, or when the token may not use the model.',
  },
  404: { name: 'Not found', advice: 'Check the name, and the base address of this connection.' },
  405: { name: 'Not offered by this service' },
  408: { name: 'Request timed out', advice: 'It may or may not have run.' },
  409: { name: 'Conflict' },
  413: { name: 'Request too large', advice: 'Shorten the prompt.' },
  422: { name: 'Invalid request' },
  429: { name: 'Rate limit exceeded' },
  500: { name: 'Service failed' },
  501: { name: 'Not offered by this service' },
  502: { name: 'No answer from behind the proxy' },
  503: { name: 'Service overloaded', advice: 'Try again later.' },
  504: { name: 'Request timed out', advice: 'It may or may not have run.' },
  524: { name: 'Request timed out', advice: 'It may or may not have run.' },
  529: { name: 'Service overloaded', advice: 'Try again later.' },
};

function adviceFor(status: number, waitMs: number | null): string {
  if (status >= 300 && status < 400) {
    return 'It redirects to another address, which is not followed so that the token is not sent elsewhere.';
  }
  if (status === 429 || status === 503 || status === 529) {
    if (waitMs !== null) return `Run again in ${Math.ceil(waitMs / 1_000)} s.`;
    if (status === 429) return 'It gave no readable wait time; wait a while before you run again.';
  }
  return known[status]?.advice ?? '';
}

function classOf(status: number): string {
  if (status >= 300 && status < 400) return 'Redirect';
  return status >= 500 ? 'Service failed' : 'Request refused';
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Some services repeat the credentials that they reject. */
function withoutToken(fields: ErrorFields, token: string | null): ErrorFields {
  if (token === null || token === '') return fields;
  const strike = (text: string | null) => text?.replaceAll(token, '[access token]') ?? null;
  return {
    message: strike(fields.message),
    type: strike(fields.type),
    param: strike(fields.param),
    code: strike(fields.code),
  };
}

/** One day: setTimeout overflows at 24 days. The caller decides how long a wait is worth it. */
const longestMs = 86_400_000;

/**
 * Milliseconds to wait, 0 to 86,400,000, from Retry-After, else x-ratelimit-reset (both in seconds, the first
 * also as an HTTP date). A date is measured against the answer's own Date header if readable, so that a wrong
 * local clock does no harm. Null if absent or unreadable.
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

/**
 * Unix milliseconds, or null. Accepts only HTTP date formats, which begin with a day's name: `Date.parse`
 * alone finds dates in too many strings.
 */
export function httpDate(value: string | null): number | null {
  const text = value?.trim() ?? '';
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return null;
  const time = Date.parse(/(?:gmt|utc|z|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
