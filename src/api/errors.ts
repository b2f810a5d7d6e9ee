// ApiError: everything that can go wrong between a request and its answer, by cause.
import type { ErrorFields } from './error-body.ts';

/**
 * http: the service said no, by status or by an error in a 200 answer. network: no answer came.
 * decode: an answer came that is not this interface's. cut: an answer began and broke off or fell silent.
 */
export type ApiErrorKind = 'http' | 'network' | 'decode' | 'cut';

/** What an ApiError is made of; everything but kind and message is null where unknown. */
export interface ApiErrorParts extends Partial<ErrorFields> {
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
