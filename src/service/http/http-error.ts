// HttpError: a status with an ErrorData body.
import type { ErrorData } from '#api/schema/error-data.ts';

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 431 | 500 | 502 | 503 | 504;

/** `param` is the field or header at fault. */
interface ErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const types: Readonly<Record<ErrorStatus, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  405: 'invalid_request_error',
  408: 'timeout_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  429: 'rate_limit_error',
  431: 'invalid_request_error',
  500: 'server_error',
  502: 'server_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly details: ErrorDetails;

  constructor(status: ErrorStatus, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.details = details;
  }

  body(): ErrorData {
    const { param = null, code = null } = this.details;
    return { error: { message: this.message, type: types[this.status], param, code } };
  }

  response(): Response {
    return Response.json(this.body(), { status: this.status, headers: { ...this.details.headers } });
  }
}

/** Reveals no internals. */
export function internalError(): HttpError {
  return new HttpError(500, 'The service had an internal error. The request can be retried.', {
    code: 'internal_error',
  });
}

/** Never read. */
export function clientLeft(): HttpError {
  return new HttpError(408, 'The client disconnected.', { code: 'client_left' });
}

export function closingError(): HttpError {
  return new HttpError(503, 'The service is stopping.', {
    code: 'shutting_down',
    headers: { Connection: 'close' },
  });
}
