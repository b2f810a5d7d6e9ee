// HTTP: the only place where fetch is called, with timeout and abort.
import { readText } from './body.ts';
import { checkToken, type Connection } from './connection.ts';
import { readErrorBody, abortErrorOf, ApiError, isAbort } from './errors.ts';
import { httpErrorOf } from './http-error.ts';

/** The part of `fetch` used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash; segments are already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly accept: string;
  readonly signal?: AbortSignal | undefined;
  /** Timeout for the response headers, in milliseconds. */
  readonly headersWithinMs?: number;
}

/** A successful answer whose body is unread. The owner must call `close` in the end. */
export interface HttpAnswer {
  readonly response: Response;
  /** Aborts the exchange with an error, which the next read throws. */
  abort(error: Error): void;
  /** Converts what a read of the body threw into the error to throw. */
  failure(thrown: unknown): Error;
  /** Releases the connection and its listeners; the service stops if it is still sending. */
  close(): void;
}

const defaultHeadersWithinMs = 30_000;
/** An error body is not worth a longer wait or more memory. */
const errorBodyLimits = { maxBytes: 64 * 1_024, idleMs: 5_000 };

/**
 * Sends one request and waits for the response headers. Redirects are refused, nothing is cached, the token
 * goes only into the Authorization header. Throws ApiError (http for every status but 2xx, otherwise network)
 * or, for the caller's own abort, an AbortError.
 */
export async function send(connection: Connection, fetch: Fetch, call: HttpCall): Promise<HttpAnswer> {
  const init = requestInit(connection, call);
  const exchange = openExchange(call.signal);
  const wasOffline = isOffline();
  const limitMs = call.headersWithinMs ?? defaultHeadersWithinMs;
  const timer = setTimeout(() => exchange.abort(silence(limitMs)), Math.min(limitMs, longestTimerMs));
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
    throw httpErrorOf(response, readErrorBody(text), connection.token);
  } catch (error) {
    clearTimeout(timer);
    const failure =
      error instanceof ApiError ? error : (exchange.reason() ?? unreachable(connection, error, wasOffline));
    exchange.close();
    throw failure;
  }
}

/** One abort controller for the whole exchange; it keeps the first reason and follows the caller's signal. */
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
  return `${baseUrl.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

function silence(limitMs: number): ApiError {
  return new ApiError(
    'network',
    `No answer began within ${Math.round(limitMs / 1_000)} s, so the request was abandoned. The service may or may not have run it.`,
    { code: 'connect_timeout' },
  );
}

function bodyCut(cause: unknown): ApiError {
  return new ApiError('cut', 'The connection broke while the answer was arriving.', {
    code: 'body_cut',
    cause,
  });
}

/** Browsers hide which cause it was, so the sentence lists them all; Node names some. */
function unreachable({ baseUrl }: Connection, thrown: unknown, wasOffline: boolean): ApiError {
  const system = systemCodeOf(thrown);
  if (system === 'redirect') {
    return new ApiError(
      'network',
      'The service answered with a redirect, which is not followed so that the token is not sent elsewhere. Use the address it points to as the base address.',
      { code: 'redirect', cause: thrown },
    );
  }
  if (isOffline()) {
    // What was sent before the network dropped may have arrived.
    const code = wasOffline ? 'offline' : 'went_offline';
    return new ApiError('network', 'This device is offline.', { code, cause: thrown });
  }
  const where = URL.canParse(baseUrl) ? new URL(baseUrl).host : 'this page’s own server';
  return new ApiError(
    'network',
    `No answer from ${where}${system === null ? '' : ` (${system})`}. It may be down or the address wrong; a browser also says this when the service does not allow this page (CORS), redirects, or would be reached by http from an https page.`,
    { code: 'unreachable', cause: thrown },
  );
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
}

function systemCodeOf(thrown: unknown): string | null {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (!(cause instanceof Error)) return null;
  if (cause.message === 'unexpected redirect') return 'redirect';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}

/** setTimeout's limit, about 24 days in milliseconds. */
export const longestTimerMs = 2 ** 31 - 1;
