// Turns what a service refused into an ApiError whose sentence names the cause and what can be done.
import type { ErrorFields } from './error-body.ts';
import { ApiError } from './errors.ts';
import { readRetryAfterMs } from './retry-after.ts';

/** An ApiError of kind http for an answer that is no success. `token` is struck from whatever the service repeats. */
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

/** An ApiError of kind http for an error that came inside a 200 answer, whole or in the middle of a stream. */
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
  402: { name: 'Spending limit reached', advice: 'Raise the limit with the service, then run again.' },
  403: {
    name: 'Refused',
    advice:
      'Services say this when the prompt is longer than the context, or for a model that the token may not use.',
  },
  404: { name: 'Not found', advice: 'Check the name, and the base address of this connection.' },
  405: { name: 'Not offered by this service' },
  408: { name: 'Request timed out', advice: 'Whether it ran is not known.' },
  409: { name: 'Conflict' },
  413: { name: 'Request too large', advice: 'Shorten the prompt.' },
  422: { name: 'Invalid request' },
  429: { name: 'Rate limit exceeded' },
  500: { name: 'Service failed' },
  501: { name: 'Not offered by this service' },
  502: { name: 'No answer from behind the proxy' },
  503: { name: 'Service overloaded', advice: 'Run again in a while.' },
  504: { name: 'Request timed out', advice: 'Whether it ran is not known.' },
  524: { name: 'Request timed out', advice: 'Whether it ran is not known.' },
  529: { name: 'Service overloaded', advice: 'Run again in a while.' },
};

function adviceFor(status: number, waitMs: number | null): string {
  if (status >= 300 && status < 400) {
    return 'It points to another address; that is not followed, so that the token goes nowhere else.';
  }
  if (status === 429 || status === 503 || status === 529) {
    if (waitMs !== null) return `Run again in ${Math.ceil(waitMs / 1_000)} s.`;
    if (status === 429)
      return 'It named no waiting time that can be read here; wait a while before you run again.';
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

/** Some services repeat the credentials that they refuse. */
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
