// ApiError: everything that can go wrong between a request and its answer, by cause.
import { parseJson } from './json.ts';

/**
 * http: the service said no, by status or by an error in a 200 answer. network: no answer came.
 * decode: an answer came that is not this interface's. cut: an answer began and broke off or fell silent.
 */
type ApiErrorKind = 'http' | 'network' | 'decode' | 'cut';

/** What an ApiError is made of; everything but kind and message is null where unknown. */
interface ApiErrorParts extends Partial<ErrorFields> {
  readonly status?: number | null;
  readonly retryAfterMs?: number | null;
  readonly requestId?: string | null;
  readonly byteOffset?: number | null;
  readonly cause?: unknown;
}

/**
 * The only error that this room throws, besides the AbortError of a caller who stopped. Matched by `kind`, `status` and
 * `code`, never by its text. The message is a sentence for people: cause, then what can be done. It holds no token and no
 * payload.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** The HTTP status; 200 for an error inside an answer; null where none came. */
  readonly status: number | null;
  /** What the service itself said, verbatim but bounded; null where it said nothing. */
  readonly serviceMessage: string | null;
  readonly type: string | null;
  /** The field of the request that is to blame. */
  readonly param: string | null;
  /**
   * The service's code; for the other kinds ours: not_sent, connect_timeout, offline, redirect, unreachable · empty_answer,
   * not_an_api_answer, malformed_answer, malformed_event, bad_index, too_large · body_cut, stalled.
   */
  readonly code: string | null;
  /** How long the service asks to wait, 0 to 86,400,000; null where it did not say or the browser may not read it. */
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  /** Where in the body a malformed event begins. */
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

/** How a run can end other than by a normal end of its stream. */
export type FailedEndState = 'interrupted' | 'stalled' | 'stopped' | 'failed' | 'protocol-error';

const endStates: Readonly<Record<ApiErrorKind, FailedEndState>> = {
  http: 'failed',
  network: 'interrupted',
  decode: 'protocol-error',
  cut: 'interrupted',
};

/** The end state of a run whose stream threw `error`. A caller's own abort is "stopped". */
export function endStateOf(error: unknown): FailedEndState {
  if (!(error instanceof ApiError)) return isAbort(error) ? 'stopped' : 'protocol-error';
  if (error.code === 'stalled' && error.kind === 'cut') return 'stalled';
  if (error.code === 'not_sent' && error.kind === 'network') return 'failed';
  return endStates[error.kind];
}

/** Whether an error is a caller's abort and not a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The AbortError of a signal, even where its owner gave another reason. */
export function abortErrorOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'AbortError') return reason;
  return new DOMException('The request was stopped.', 'AbortError');
}

/** ErrorData's fields as far as they were there; `message` is what the service said, never a fallback. */
export interface ErrorFields {
  readonly message: string | null;
  readonly type: string | null;
  readonly param: string | null;
  readonly code: string | null;
}

/** Longest part of a body that is not JSON that is ever shown. */
const maxSnippet = 200;
/** Longest message of a service that is ever shown. */
const maxMessage = 1_000;

const nothing: ErrorFields = { message: null, type: null, param: null, code: null };

/**
 * Reads an error body: ErrorData, ErrorData with more around it, `{error: "text"}`, `{message}`, flat fields, `{detail}`,
 * plain text, a proxy's HTML page, nothing. Never throws.
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

/** Reads the fields of an error that is already parsed. Null where the value says nothing. */
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
 * Whether a parsed 200 answer, or a streamed event, is an error in disguise: a filled `error` field, or nothing but a
 * message where a completion should be.
 */
export function isErrorBody(body: Readonly<Record<string, unknown>>): boolean {
  const inner = body['error'];
  if (inner !== undefined && inner !== null && inner !== '' && inner !== false) return true;
  return typeof body['message'] === 'string' && body['choices'] === undefined && body['token'] === undefined;
}

/** The beginning of a text as one harmless line: at most 200 characters, no control characters. Null where empty. */
export function snippet(text: string): string | null {
  return bounded(text.slice(0, 4 * maxSnippet), maxSnippet);
}

/** Whether a JSON value is an object and not a list. */
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

/** Control and format characters (bidirectional marks among them) could make a message look like something else. */
function bounded(text: string, limit: number): string | null {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  if (line === '') return null;
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
