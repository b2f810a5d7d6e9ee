// Authentication: bearer token, the server's own page, or a session.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '#lib/loopback.ts';
import type { FailureLimit } from './failed-attempts.ts';
import { hostOf } from './origins.ts';
import type { Sessions } from './sessions.ts';
import { HttpError } from './http-error.ts';

/** How the page authenticates: `marks` (headers, see `isOwnPage`) on loopback only, otherwise `sign-in`. */
export type PageAccess = 'marks' | 'sign-in';

export interface Credentials {
  readonly token: string;
  readonly pageAccess: PageAccess;
  readonly sessions: Sessions;
  readonly failures: FailureLimit;
}

const bearer = /^Bearer +([\u0021-\u007E]+)$/iu;

/**
 * Throws 401 unless the request is authorized. An Authorization header is always checked: neither the own page nor a
 * session excuses a wrong one. `address` is the remote address, for the limit.
 */
export function requireCredentials(request: Request, address: string, credentials: Credentials): void {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return requireToken(authorization, address, credentials);
  if (credentials.pageAccess === 'marks') {
    if (isOwnPage(request)) return;
    throw unauthorized('An Authorization header with a bearer token is required.', 'missing_api_key');
  }
  if (credentials.sessions.has(request)) return;
  throw unauthorized('Sign in with the access secret, or send it as a bearer token.', 'sign_in_required');
}

/** Throws 401 for a wrong secret, and 429 after too many from one address. */
export function requireSecret(secret: string, address: string, credentials: Credentials): void {
  if (sameSecret(secret, credentials.token)) return;
  credentials.failures.count(address);
  throw unauthorized('That is not the access secret.', 'wrong_secret');
}

function requireToken(authorization: string, address: string, credentials: Credentials): void {
  const token = bearer.exec(authorization)?.[1];
  if (token !== undefined && sameSecret(token, credentials.token)) return;
  // Wrong secrets are limited only where others can reach the service; on loopback they are mistakes, not attacks.
  if (credentials.pageAccess === 'sign-in') credentials.failures.count(address);
  throw unauthorized('The bearer token is not valid.', 'invalid_api_key');
}

function unauthorized(message: string, code: string): HttpError {
  return new HttpError(401, message, {
    code,
    param: 'Authorization',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** Constant time, wherever they differ and whatever their lengths. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from the page that this server served on a loopback address: Host, Origin and
 * Sec-Fetch-Site agree, which no page can forge in a browser. Only a GET may lack Origin, since browsers omit it
 * there. Call after `requireOwnAddress`. Other programs on this machine can forge all three; the README says so.
 */
export function isOwnPage(request: Request): boolean {
  if (!isLoopback(hostOf(request).replace(/:\d{1,5}$/u, ''))) return false;
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return false;
  if (passedOn.some((name) => request.headers.has(name))) return false;
  return request.headers.has('origin') || request.method === 'GET' || request.method === 'HEAD';
}
