// ApiError: failures of a request by kind, and readers of error bodies.
import { shorten } from '#lib/unicode.ts';
import { parseJson } from './json.ts';

/**
 * http: refused, by status or by an error in a 200 answer. network: no answer came. decode: not an answer of
 * this API. cut: the answer broke off or stalled.
 */
type ApiErrorKind = 'http' | 'network' | 'decode' | 'cut';

interface ApiErrorParts extends Partial<ErrorFields> {
  readonly status?: number | null;
  readonly retryAfterMs?: number | null;
  readonly requestId?: string | null;
  readonly byteOffset?: number | null;
  readonly eventData?: string | null;
  readonly cause?: unknown;
}

/**
 * What the client throws, besides AbortError. Match by `kind`, `status` and `code`, never by text. The
 * message is for users: cause, then remedy; no token, no payload.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** 200 for an error inside an answer; null if none came. */
  readonly status: number | null;
  readonly serviceMessage: string | null;
  readonly type: string | null;
  readonly param: string | null;
  /**
   * The service's; for the other kinds ours: not_sent, queued, page_closed, connect_timeout, offline, went_offline,
   * unreachable · empty_answer, not_an_api_answer, malformed_answer, malformed_event, bad_index, too_large ·
   * body_cut, stalled.
   */
  readonly code: string | null;
  /** 0 to 86,400,000; null if not given, or if the browser hides the header. */
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  readonly byteOffset: number | null;
  /** Of the event that ended a stream: its first 4,096 characters, without the access token. */
  readonly eventData: string | null;

  constructor(kind: ApiErrorKind, message: string, parts: ApiErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.kind = kind;
    this.status = parts.status ?? null;
    this.serviceMessage = parts.message ?? null;
    this.type = parts.type ?? null;
    this.param = parts.param ?? null;
    this.code = parts.code ?? null;
    this.retryAfterMs = parts.retryAfterMs ?? null;
    this.requestId = parts.requestId ?? null;
    this.byteOffset = parts.byteOffset ?? null;
    this.eventData = parts.eventData ?? null;
  }
}

export type FailedEndState =
  | 'unsent'
  | 'unanswered'
  | 'interrupted'
  | 'stalled'
  | 'stopped'
  | 'failed'
  | 'protocol-error';

/** By kind, or kind and code. */
const endStates: Readonly<Record<ApiErrorKind, FailedEndState> & Record<string, FailedEndState>> = {
  http: 'failed',
  network: 'unanswered',
  'network not_sent': 'failed',
  'network offline': 'unsent',
  'network queued': 'unsent',
  'network page_closed': 'interrupted',
  decode: 'protocol-error',
  cut: 'interrupted',
  'cut stalled': 'stalled',
};

export function endStateOf(error: unknown): FailedEndState {
  if (!(error instanceof ApiError)) return isAbort(error) ? 'stopped' : 'protocol-error';
  return endStates[`${error.kind} ${error.code}`] ?? endStates[error.kind];
}

/** Of this browser or of the page's server: no request would be answered. */
export function isKeyRefused({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  return status === 401 || code === 'upstream_key_refused';
}

/** Nothing was generated. */
export function wasNotServed(error: Pick<ApiError, 'status' | 'code'>): boolean {
  return isKeyRefused(error) || error.code === 'upstream_not_reached';
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** An AbortError even if the signal has another reason. */
export function abortErrorOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'AbortError') return reason;
  return new DOMException('The request was stopped.', 'AbortError');
}

export interface ErrorFields {
  readonly message: string | null;
  readonly type: string | null;
  readonly param: string | null;
  readonly code: string | null;
}

const maxSnippet = 200;
const maxMessage = 1_000;

export const noErrorFields: ErrorFields = { message: null, type: null, param: null, code: null };

/** Reads ErrorData, `{error: "text"}`, flat fields, `{detail}`, `{errors}`, plain text, HTML or nothing. Never throws. */
export function readErrorBody(text: string): ErrorFields {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    // nginx, Apache, HAProxy and load balancers say in a heading what happened.
    const heading = /<h1>[\d ]*([^<]*)/i.exec(text)?.[1];
    return { ...noErrorFields, message: snippet(heading ?? text) };
  }
  return errorFieldsOf(body) ?? noErrorFields;
}

/** Null if the value holds none. */
export function errorFieldsOf(body: unknown): ErrorFields | null {
  if (typeof body === 'string') return { ...noErrorFields, message: oneLine(body, maxMessage) };
  if (!isRecord(body)) return null;
  const inner = body['error'];
  if (typeof inner === 'string' && inner !== '')
    return { ...flatFields(body), message: oneLine(inner, maxMessage) };
  if (isRecord(inner)) {
    const outer = flatFields(body);
    const own = flatFields(inner);
    return {
      message: own.message ?? outer.message,
      type: own.type ?? outer.type,
      param: own.param ?? outer.param,
      code: own.code ?? outer.code,
    };
  }
  return flatFields(body);
}

/** An error inside a 200 answer or an event: an `error` field, or a message in place of a completion. */
export function isErrorBody(body: Readonly<Record<string, unknown>>): boolean {
  const inner = body['error'];
  if (inner !== undefined && inner !== null && inner !== '' && inner !== false) return true;
  return typeof body['message'] === 'string' && body['choices'] === undefined && body['token'] === undefined;
}

/** The first 200 characters as one line. Null if empty. */
export function snippet(text: string): string | null {
  return oneLine(text.slice(0, 4 * maxSnippet), maxSnippet);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flatFields(fields: Readonly<Record<string, unknown>>): ErrorFields {
  const { detail, errors } = fields;
  const first: unknown = [detail ?? errors].flat()[0];
  const { msg, message, error, loc } = isRecord(first) ? first : {};
  const messages = [fields['message'], detail, msg, message, error].map((value) =>
    typeof value === 'string' ? oneLine(value, maxMessage) : null,
  );
  const location: readonly unknown[] = Array.isArray(loc) ? loc : [];
  const sentence = messages.find(Boolean) ?? null;
  // As the llama.cpp server begins its message.
  const named = /^Field '(\w+)'/.exec(sentence ?? '')?.[1];
  return {
    message: sentence,
    type: shortText(fields['type']),
    // vLLM calls a prompt that exceeds the context input_tokens or input_text.
    param: shortText(fields['param'] ?? location.at(-1) ?? named)?.replace(/^input.*/, 'prompt') ?? null,
    code: shortText(fields['code']),
  };
}

function shortText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? oneLine(value, maxSnippet) : null;
}

/** Strips control and format characters, such as bidirectional marks, which could disguise a message. */
function oneLine(text: string, limit: number): string | null {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return line === '' ? null : shorten(line, limit);
}
