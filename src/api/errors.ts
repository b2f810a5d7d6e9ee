// ApiError: everything that can go wrong between request and answer, by cause.
import { parseJson } from './json.ts';

/**
 * http: the service refused, by status or by an error in a 200 answer. network: no answer came. decode: the
 * answer is not of this API. cut: the answer broke off or stalled.
 */
type ApiErrorKind = 'http' | 'network' | 'decode' | 'cut';

/** Everything except kind and message is null if unknown. */
interface ApiErrorParts extends Partial<ErrorFields> {
  readonly status?: number | null;
  readonly retryAfterMs?: number | null;
  readonly requestId?: string | null;
  readonly byteOffset?: number | null;
  readonly cause?: unknown;
}

/**
 * The only error thrown by the client, besides the AbortError of a caller's abort. Match it by `kind`,
 * `status` and `code`, never by its text. The message is a sentence for users: cause, then remedy. It holds
 * no token and no payload.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 200 for an error inside an answer; null if no answer came. */
  readonly status: number | null;
  /** The service's message, verbatim but truncated; null if there was none. */
  readonly serviceMessage: string | null;
  readonly type: string | null;
  readonly param: string | null;
  /**
   * The service's code; for the other kinds ours: not_sent, connect_timeout, offline, redirect, unreachable ·
   * empty_answer, not_an_api_answer, malformed_answer, malformed_event, bad_index, too_large · body_cut,
   * stalled.
   */
  readonly code: string | null;
  /**
   * How long the service asks to wait, 0 to 86,400,000; null if it did not say or the browser hides the
   * header.
   */
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  /** Byte offset of a malformed event in the body. */
  readonly byteOffset: number | null;

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
  }
}

/** Every end of a run except the normal end of its stream. */
export type FailedEndState = 'interrupted' | 'stalled' | 'stopped' | 'failed' | 'protocol-error';

const endStates: Readonly<Record<ApiErrorKind, FailedEndState>> = {
  http: 'failed',
  network: 'interrupted',
  decode: 'protocol-error',
  cut: 'interrupted',
};

/** A caller's own abort is "stopped". */
export function endStateOf(error: unknown): FailedEndState {
  if (!(error instanceof ApiError)) return isAbort(error) ? 'stopped' : 'protocol-error';
  if (error.code === 'stalled' && error.kind === 'cut') return 'stalled';
  if (error.code === 'not_sent' && error.kind === 'network') return 'failed';
  return endStates[error.kind];
}

/** True for a caller's abort, which is not a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Always an AbortError, even if the signal was aborted with another reason. */
export function abortErrorOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'AbortError') return reason;
  return new DOMException('The request was stopped.', 'AbortError');
}

/** ErrorData's fields as far as present; `message` is the service's own, never a fallback. */
export interface ErrorFields {
  readonly message: string | null;
  readonly type: string | null;
  readonly param: string | null;
  readonly code: string | null;
}

/** Characters shown of a body that is not JSON. */
const maxSnippet = 200;
const maxMessage = 1_000;

const nothing: ErrorFields = { message: null, type: null, param: null, code: null };

/**
 * Reads ErrorData, ErrorData with more around it, `{error: "text"}`, `{message}`, flat fields, `{detail}`,
 * plain text, a proxy's HTML page, or nothing. Never throws.
 */
export function readErrorBody(text: string): ErrorFields {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return { ...nothing, message: snippet(text) };
  }
  return errorFieldsOf(body) ?? nothing;
}

/** Reads the fields of a parsed error. Null if the value holds none. */
export function errorFieldsOf(body: unknown): ErrorFields | null {
  if (typeof body === 'string') return { ...nothing, message: bounded(body, maxMessage) };
  if (!isRecord(body)) return null;
  const inner = body['error'];
  if (typeof inner === 'string' && inner !== '')
    return { ...flatFields(body), message: bounded(inner, maxMessage) };
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

/**
 * Detects an error inside a 200 answer or a streamed event: a non-empty `error` field, or only a message
 * where a completion should be.
 */
export function isErrorBody(body: Readonly<Record<string, unknown>>): boolean {
  const inner = body['error'];
  if (inner !== undefined && inner !== null && inner !== '' && inner !== false) return true;
  return typeof body['message'] === 'string' && body['choices'] === undefined && body['token'] === undefined;
}

/** The beginning of a text as one line: at most 200 characters, no control characters. Null if empty. */
export function snippet(text: string): string | null {
  return bounded(text.slice(0, 4 * maxSnippet), maxSnippet);
}

/** A JSON object, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flatFields(fields: Readonly<Record<string, unknown>>): ErrorFields {
  const detail = fields['detail'];
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  const said = [fields['message'], detail, isRecord(first) ? first['msg'] : undefined].map((value) =>
    typeof value === 'string' ? bounded(value, maxMessage) : null,
  );
  const location = isRecord(first) && Array.isArray(first['loc']) ? first['loc'] : [];
  return {
    message: said.find((value) => value !== null) ?? null,
    type: word(fields['type']),
    param: word(fields['param']) ?? word(location.at(-1)),
    code: word(fields['code']),
  };
}

function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? bounded(value, maxSnippet) : null;
}

/** Strips control and format characters, such as bidirectional marks, which could disguise a message. */
function bounded(text: string, limit: number): string | null {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  if (line === '') return null;
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
