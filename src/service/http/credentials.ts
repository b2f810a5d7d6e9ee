// Who may call an operation: whoever holds the token, this server's own page, or somebody who has signed in.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '#lib/loopback.ts';
import type { FailureLimit } from './failed-attempts.ts';
import { hostOf } from './origins.ts';
import type { Sessions } from './sessions.ts';
import { HttpError } from './http-error.ts';

/** How the page proves itself: `marks` on a loopback address only, `sign-in` everywhere else. */
export type PageAccess = 'marks' | 'sign-in';

/** What a request is checked against. */
export interface Credentials {
  readonly token: string;
  readonly pageAccess: PageAccess;
  readonly sessions: Sessions;
  readonly failures: FailureLimit;
}

const bearer = /^Bearer +([\u0021-\u007E]+)$/iu;

/**
 * Throws 401 unless the request may go on. An Authorization header that is present is always checked: neither the
 * marks of the own page nor a session stand in for a wrong one. `address` is the remote address, for the limit.
 */
export function requireCredentials(request: Request, address: string, credentials: Credentials): void {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return requireToken(authorization, address, credentials);
  if (credentials.pageAccess === 'marks') {
    if (isOwnPage(request)) return;
    throw unauthorized('An Authorization header with a bearer token is needed.', 'missing_api_key');
  }
  if (credentials.sessions.has(request)) return;
  throw unauthorized('Sign in with the access secret, or send it as a bearer token.', 'sign_in_required');
}

/** Throws 401 unless the secret is the token; too many wrong ones from one address give 429. */
export function requireSecret(secret: string, address: string, credentials: Credentials): void {
  if (sameSecret(secret, credentials.token)) return;
  credentials.failures.count(address);
  throw unauthorized('That is not the access secret.', 'wrong_secret');
}

function requireToken(authorization: string, address: string, credentials: Credentials): void {
  const token = bearer.exec(authorization)?.[1];
  if (token !== undefined && sameSecret(token, credentials.token)) return;
  // Wrong ones are limited where others can reach the service; on loopback they are a mistake, not an attack.
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

/** Whether two secrets are equal; takes the same time wherever they differ, and whatever their lengths. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from the page that this server itself served, on a loopback address. Its Host, Origin and
 * Sec-Fetch-Site agree; browsers let no page set them. Only a GET may lack Origin, since browsers leave it out there.
 * Ask after `requireOwnAddress`. Another program of this machine can forge all three: the README says so.
 */
export function isOwnPage(request: Request): boolean {
  if (!isLoopback(hostOf(request).replace(/:\d{1,5}$/u, ''))) return false;
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return false;
  if (passedOn.some((name) => request.headers.has(name))) return false;
  return request.headers.has('origin') || request.method === 'GET' || request.method === 'HEAD';
}
