// HTTP: the only call of fetch; timeouts, aborts, errors, Retry-After, clock.
import { isLoopback } from '#lib/loopback.ts';
import { readText } from './body.ts';
import { checkToken, type Connection } from './connection.ts';
import { readErrorBody, abortErrorOf, ApiError, isAbort, type ErrorFields } from './errors.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type Method = 'GET' | 'POST';

export interface HttpCall {
  readonly method: Method;
  /** Begins with a slash; segments are encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly accept: string;
  readonly signal?: AbortSignal | undefined;
  readonly headersWithinMs?: number;
}

/** A 2xx answer, its body unread. The owner must call `close`. */
export interface HttpAnswer {
  readonly response: Response;
  abort(error: Error): void;
  /** Converts what a read threw into the error to throw. */
  failure(thrown: unknown): Error;
  /** Releases the connection; a service that is still sending stops. */
  close(): void;
}

const defaultHeadersWithinMs = 30_000;
const errorBodyLimits = { maxBytes: 64 * 1_024, idleMs: 5_000 };

/**
 * Sends one request and waits for the response headers. Redirects are refused, nothing is cached. Throws
 * ApiError (http for a status other than 2xx, else network), or AbortError after the caller's abort.
 */
export async function send(connection: Connection, fetch: Fetch, call: HttpCall): Promise<HttpAnswer> {
  const init = requestInit(connection, call);
  const exchange = openExchange(call.signal);
  const wasOffline = isOffline();
  const limitMs = call.headersWithinMs ?? defaultHeadersWithinMs;
  const timer = setTimeout(
    () => exchange.abort(headersTimeout(limitMs, call.method)),
    Math.min(limitMs, longestTimerMs),
  );
  try {
    const response = await fetch(urlOf(connection, call), { ...init, signal: exchange.signal });
    clearTimeout(timer);
    const answer: HttpAnswer = {
      response,
      abort: exchange.abort,
      close: exchange.close,
      failure: (thrown) => exchange.reason() ?? bodyCut(thrown),
    };
    if (response.ok) return answer;
    const { text, incomplete } = await readText(answer, errorBodyLimits);
    if (isAbort(incomplete)) throw incomplete;
    throw httpErrorOf(response, readErrorBody(text), connection.token, call.method);
  } catch (error) {
    clearTimeout(timer);
    const failure =
      error instanceof ApiError ? error : (exchange.reason() ?? unreachable(connection, error, wasOffline));
    exchange.close();
    throw failure;
  }
}

/** Keeps the first reason for the abort, and follows the caller's signal. */
function openExchange(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  let first: Error | null = null;
  const abort = (error: Error) => {
    first ??= error;
    controller.abort(error);
  };
  const follow = () => {
    if (signal) abort(abortErrorOf(signal));
  };
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort,
    reason: () => first,
    close: () => {
      signal?.removeEventListener('abort', follow);
      controller.abort(new DOMException('The exchange is over.', 'AbortError'));
    },
  };
}

function requestInit({ token }: Connection, call: HttpCall): RequestInit {
  const headers: Record<string, string> = { accept: call.accept };
  if (token !== null) {
    const checked = checkToken(token);
    if (!checked.ok) throw new ApiError('network', `Not sent: ${checked.message}`, { code: 'not_sent' });
    headers['authorization'] = `Bearer ${checked.value}`;
  }
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  return {
    method: call.method,
    headers,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    redirect: 'error',
    credentials: 'same-origin',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  };
}

function urlOf({ baseUrl }: Connection, { path, query = {} }: HttpCall): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${baseUrl.replace(/\/+$/, '')}${path}${text && `?${text}`}`;
}

function headersTimeout(limitMs: number, method: Method): ApiError {
  return new ApiError(
    'network',
    `No answer began within ${Math.round(limitMs / 1_000)} s, so the request was abandoned. ${method === 'POST' ? 'It may or may not have run.' : 'Check the base address of this connection, or try again later.'}`,
    { code: 'connect_timeout' },
  );
}

function bodyCut(cause: unknown): ApiError {
  return new ApiError('cut', 'The connection broke while the answer was arriving.', {
    code: 'body_cut',
    cause,
  });
}

/** Browsers hide the cause, see connection/test-connection.ts. */
function unreachable({ baseUrl }: Connection, thrown: unknown, wasOffline: boolean): ApiError {
  const { host, hostname, origin } = new URL(baseUrl, globalThis.location?.href);
  if (isOffline() && !isLoopback(hostname)) {
    // What was sent before the network dropped may have arrived.
    const code = wasOffline ? 'offline' : 'went_offline';
    return new ApiError('network', 'This device is offline.', { code, cause: thrown });
  }
  const why =
    origin === globalThis.location?.origin
      ? 'Start this page’s server again, or check your network.'
      : 'It may be down, the address wrong, or this page not allowed (CORS).';
  return new ApiError('network', `No answer from ${host}. ${why}`, {
    code: 'unreachable',
    cause: thrown,
  });
}

function isOffline(): boolean {
  return !(globalThis.navigator?.onLine ?? true);
}

/** setTimeout's limit, about 24 days. */
export const longestTimerMs = 2 ** 31 - 1;

function httpErrorOf(
  response: Response,
  fields: ErrorFields,
  token: string | null,
  method: Method,
): ApiError {
  const { status } = response;
  const redacted = redactToken(fields, token);
  const waitMs = readRetryAfterMs(response.headers, Date.now());
  const name = knownStatuses[status]?.name ?? (response.statusText.slice(0, 80) || statusClass(status));
  const { message } = redacted;
  const isName = message?.toLowerCase() === name.toLowerCase();
  const sentence =
    message === null || isName ? `${status} ${name}.` : `${status} ${name}: ${withFullStop(message)}`;
  return new ApiError('http', `${sentence} ${adviceFor(status, waitMs, method)}`.trim(), {
    ...redacted,
    status,
    retryAfterMs: waitMs,
    requestId: response.headers.get('x-request-id')?.slice(0, 200) ?? null,
  });
}

/** For an error inside a 200 answer, whole or streamed. @param eventData as received */
export function errorInAnswer(
  response: Response,
  fields: ErrorFields,
  token: string | null,
  eventData: string | null = null,
): ApiError {
  const redacted = redactToken(fields, token);
  const sentence = redacted.message ?? redacted.code ?? redacted.type ?? 'It gave no reason.';
  return new ApiError('http', `The service reported an error: ${withFullStop(sentence)}`, {
    ...redacted,
    status: response.status,
    requestId: response.headers.get('x-request-id')?.slice(0, 200) ?? null,
    eventData: eventData === null ? null : shownEventData(eventData, token),
  });
}

/** The first 4,096 characters, without the access token. */
export function shownEventData(data: string, token: string | null): string {
  return withoutToken(data, token).slice(0, 4_096);
}

interface KnownStatus {
  readonly name: string;
  readonly advice?: string;
  /** For a request that runs a prompt. */
  readonly runAdvice?: string;
}

const invalid: KnownStatus = { name: 'Invalid request' };
const notOffered: KnownStatus = { name: 'Not offered by this service' };
const timedOut: KnownStatus = { name: 'Request timed out', runAdvice: 'It may or may not have run.' };
const overloaded: KnownStatus = { name: 'Service overloaded', advice: 'Try again later.' };

const knownStatuses: Readonly<Record<number, KnownStatus>> = {
  400: invalid,
  401: { name: 'Missing or invalid credentials', advice: 'Check the access token of this connection.' },
  402: { name: 'Spending limit reached', advice: 'Raise the limit at the service, then run again.' },
  403: {
    name: 'Refused',
    advice: 'The token may lack a permission.',
    runAdvice: 'The prompt may exceed the context, or the token may lack a permission.',
  },
  404: {
    name: 'Not found',
    advice: 'The service may not offer this, or the base address is wrong: most end in /v1.',
    runAdvice: 'Check the model and the base address.',
  },
  405: notOffered,
  408: timedOut,
  409: { name: 'Conflict' },
  413: { name: 'Request too large', runAdvice: 'Shorten the prompt.' },
  422: invalid,
  429: { name: 'Rate limit exceeded' },
  500: { name: 'Service failed' },
  501: notOffered,
  502: { name: 'Bad gateway' },
  503: overloaded,
  504: timedOut,
  524: timedOut,
  529: overloaded,
};

function adviceFor(status: number, waitMs: number | null, method: Method): string {
  if (status === 429 || status === 503 || status === 529) {
    if (waitMs !== null) return `Try again in ${Math.ceil(waitMs / 1_000)} s.`;
    if (status === 429) return 'It gave no readable wait time: wait before you try again.';
  }
  const { advice = '', runAdvice = advice } = knownStatuses[status] ?? {};
  return method === 'POST' ? runAdvice : advice;
}

function statusClass(status: number): string {
  return status >= 500 ? 'Service failed' : 'Request refused';
}

function withFullStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Some services repeat the credentials that they reject. */
function redactToken(fields: ErrorFields, token: string | null): ErrorFields {
  const redact = (text: string | null) => (text === null ? null : withoutToken(text, token));
  return {
    message: redact(fields.message),
    type: redact(fields.type),
    param: redact(fields.param),
    code: redact(fields.code),
  };
}

function withoutToken(text: string, token: string | null): string {
  if (!token) return text;
  const mark = '[access token]';
  const whole = text.replaceAll(token, mark);
  // One may be cut where the message was.
  const start = whole.lastIndexOf(token.slice(0, 8));
  const isCut = start !== -1 && token.startsWith(whole.slice(start).replace('…', ''));
  return isCut ? `${whole.slice(0, start)}${mark}` : whole;
}

const maxWaitMs = 86_400_000;

/**
 * 0 to 86,400,000, from Retry-After, else x-ratelimit-reset. A date is measured against the answer's own Date
 * if readable, since the local clock may be wrong. Null if absent or unreadable.
 */
export function readRetryAfterMs(headers: Headers, localMs: number): number | null {
  const retryAfter = headers.get('retry-after');
  const nowMs = httpDate(headers.get('date')) ?? localMs;
  const untilMs = httpDate(retryAfter) ?? resetMs(headers.get('x-ratelimit-reset'), nowMs);
  const waitMs = secondsToMs(retryAfter) ?? (untilMs && untilMs - nowMs);
  return waitMs === null ? null : Math.min(Math.max(0, Math.ceil(waitMs)), maxWaitMs);
}

/** Must be tried before a date: `Date.parse` takes "120" for a year. */
function secondsToMs(value: string | null): number | null {
  const digits = /^\s*(-?\d+(?:\.\d+)?)\s*s?\s*(?:,|$)/i.exec(value ?? '')?.[1];
  return digits === undefined ? null : Number(digits) * 1_000;
}

/** Unix milliseconds, from seconds to wait, or from the Unix time: in seconds, by OpenRouter in milliseconds. */
function resetMs(value: string | null, nowMs: number): number | null {
  const ms = secondsToMs(value);
  if (ms === null) return null;
  return ms < 1e12 ? nowMs + ms : ms < 1e15 ? ms : ms / 1_000;
}

/** Unix milliseconds. Null unless it begins with a weekday: `Date.parse` finds dates in too many strings. */
function httpDate(value: string | null): number | null {
  const text = value?.trim() ?? '';
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return null;
  const time = Date.parse(/(?:gmt|utc|z|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}

/** Dates have whole seconds, and answers take time: clocks closer than this agree. */
const toleranceMs = 3_000;

/** Browsers hide the Date of cross-origin answers that do not expose it. */
export function createServiceClock() {
  let offsetMs: number | null = null;
  return {
    /** Call it as soon as an answer comes. @param nowMs by the local clock */
    note(headers: Headers, nowMs: number): void {
      const sentMs = httpDate(headers.get('date'));
      if (sentMs === null) return;
      const aheadMs = sentMs - nowMs;
      // Ignores jitter of a second, so that nothing is recomputed for it.
      if (Math.abs(aheadMs - (offsetMs ?? 0)) >= toleranceMs) offsetMs = aheadMs;
      else offsetMs ??= 0;
    },
    /** How far the service is ahead, negative if behind; null until known. */
    offsetMs: (): number | null => offsetMs,
  };
}
