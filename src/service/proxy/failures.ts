// Upstream failures as error answers that reveal no internals.
import { closingError, HttpError } from '#service/http/http-error.ts';

export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout';
}

export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

export class Closing extends Error {
  override readonly name = 'Closing';
}

const systemCode = /^[A-Z][A-Z\d_]{2,60}$/u;

/** Before any headers. */
export function exchangeError(error: unknown, host: string): HttpError {
  if (error instanceof Closing) return closingError();
  if (error instanceof ClientLeft)
    return new HttpError(408, 'The client disconnected.', { code: 'client_left' });
  if (error instanceof UpstreamTimeout) {
    return new HttpError(504, `${host} did not answer in time.`, { code: 'upstream_timeout' });
  }
  const code = codeOf(error);
  if (code?.startsWith('HPE_') === true) return malformed(host, `not HTTP that can be read (${code})`);
  const cause = code === null ? '' : ` (${code})`;
  return new HttpError(502, `No answer came from ${host}${cause}.`, { code: 'upstream_unreachable' });
}

export function malformed(host: string, what: string): HttpError {
  return new HttpError(502, `The answer of ${host} is ${what}.`, { code: 'upstream_malformed' });
}

/** Not followed: the key goes nowhere else. */
export function redirected(host: string): HttpError {
  const way = 'Set INFERDECK_UPSTREAM to the address that it points to.';
  return new HttpError(502, `${host} answered with a redirect, which is not followed. ${way}`, {
    code: 'upstream_redirect',
  });
}

/** Not 401, which clients would take for their own credentials; and services quote parts of the key in it. */
export function keyRefused(host: string, hasKey: boolean): HttpError {
  const sentence = hasKey
    ? `${host} does not accept the access key of this server. Check INFERDECK_API_KEY.`
    : `${host} asks for an access key. Start this server with INFERDECK_API_KEY.`;
  return new HttpError(502, sentence, { code: 'upstream_key_refused' });
}

/** The last event of an interrupted stream. */
export function streamError(error: unknown, host: string): HttpError {
  if (error instanceof Closing) return closingError();
  if (error instanceof UpstreamTimeout) {
    return new HttpError(504, `${host} fell silent within its answer.`, { code: 'upstream_timeout' });
  }
  return new HttpError(502, `${host} broke its answer off.`, { code: 'upstream_cut' });
}

/** Such as ECONNRESET. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return systemCode.test(error.code) ? error.code : null;
}
