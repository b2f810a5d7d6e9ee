// What went wrong between here and a hosted service, said in sentences that show nothing of either's insides.
import { closingError, HttpError } from '#service/http/http-error.ts';

/** The hosted service did not answer in time. */
export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout';
}

/** The client has left, so that nobody reads what follows. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** This service is stopping. */
export class Closing extends Error {
  override readonly name = 'Closing';
}

const systemCode = /^[A-Z][A-Z\d_]{2,60}$/u;

/** The answer for an exchange that failed before its header, or broke off within a JSON body. */
export function refusalFor(error: unknown, host: string): HttpError {
  if (error instanceof Closing) return closingError();
  if (error instanceof ClientLeft) return new HttpError(408, 'The client left.', { code: 'client_left' });
  if (error instanceof UpstreamTimeout) {
    return new HttpError(504, `${host} did not answer in time.`, { code: 'upstream_timeout' });
  }
  const code = codeOf(error);
  if (code?.startsWith('HPE_') === true) return malformed(host, `not HTTP that can be read (${code})`);
  const cause = code === null ? '' : ` (${code})`;
  return new HttpError(502, `No answer came from ${host}${cause}.`, { code: 'upstream_unreachable' });
}

/** The hosted service answered with what this one does not hand on. */
export function malformed(host: string, what: string): HttpError {
  return new HttpError(502, `The answer of ${host} is ${what}.`, { code: 'upstream_malformed' });
}

/** A redirect is not followed, so that the key goes nowhere else. */
export function redirected(host: string): HttpError {
  const way = 'Set INFERDECK_UPSTREAM to the address that it points to.';
  return new HttpError(502, `${host} answered with a redirect, which is not followed. ${way}`, {
    code: 'upstream_redirect',
  });
}

/**
 * The hosted service did not accept this server's key. Not handed on as 401: to a client that would mean its own
 * credentials, which were right; and services repeat parts of the key in that answer.
 */
export function keyRefused(host: string, hasKey: boolean): HttpError {
  const sentence = hasKey
    ? `${host} does not accept the access key of this server. Check INFERDECK_API_KEY.`
    : `${host} asks for an access key. Start this server with INFERDECK_API_KEY.`;
  return new HttpError(502, sentence, { code: 'upstream_key_refused' });
}

/** What a stream that breaks off says in its last event. */
export function breakOff(error: unknown, host: string): HttpError {
  if (error instanceof Closing) return closingError();
  if (error instanceof UpstreamTimeout) {
    return new HttpError(504, `${host} fell silent within its answer.`, { code: 'upstream_timeout' });
  }
  return new HttpError(502, `${host} broke its answer off.`, { code: 'upstream_cut' });
}

/** The system's word for an error, such as ECONNRESET; null where there is none. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return systemCode.test(error.code) ? error.code : null;
}
