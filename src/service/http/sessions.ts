// Authentication: bearer token, the server's own page, or session cookie.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '#lib/loopback.ts';
import { readJson } from './body.ts';
import type { FailureLimit } from './failed-attempts.ts';
import { HttpError } from './http-error.ts';
import { hostOf } from './origins.ts';

interface Sessions {
  /** Returns the Set-Cookie value. */
  begin(secure: boolean): string;
  has(request: Request): boolean;
  /** Returns the Set-Cookie value that clears the cookie. */
  end(request: Request): string;
}

const cookieName = 'inferdeck_session';
const lifetimeMs = 12 * 60 * 60 * 1000;
const maxSessions = 1000;

/** Twelve hours at most, and no longer than the process. */
export function createSessions(clock: () => number): Sessions {
  const endings = new Map<string, number>();
  const has = (request: Request) => {
    const id = idOf(request);
    return id !== null && (endings.get(digestId(id)) ?? 0) > clock();
  };
  return {
    begin(secure) {
      const id = randomBytes(32).toString('base64url');
      endings.set(digestId(id), clock() + lifetimeMs);
      const [oldest] = endings.keys();
      if (endings.size > maxSessions && oldest !== undefined) endings.delete(oldest);
      return cookie(id, lifetimeMs / 1000, secure);
    },
    has,
    end(request) {
      const id = idOf(request);
      if (id !== null) endings.delete(digestId(id));
      return cookie('', 0, false);
    },
  };
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${cookieName}=${value}; ${attributes}`;
}

/** Two cookies of this name mean that one was planted: neither counts. */
function idOf(request: Request): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const ids = pairs
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1));
  const [id = null, planted] = ids;
  return planted === undefined ? id : null;
}

function digestId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** Body `{"secret": …}`. 401 for a wrong secret, 429 after too many from one address. */
export async function signIn(request: Request, address: string, credentials: Credentials): Promise<Response> {
  const secret = secretOf(await readJson(request));
  if (secret === null) {
    throw new HttpError(400, 'secret must be a string.', { code: 'invalid_value', param: 'secret' });
  }
  requireSecret(secret, address, credentials);
  const isSecure = request.headers.get('origin')?.startsWith('https:') ?? false;
  return new Response(null, { status: 204, headers: { 'Set-Cookie': credentials.sessions.begin(isSecure) } });
}

export function signOut(request: Request, credentials: Credentials): Response {
  return new Response(null, { status: 204, headers: { 'Set-Cookie': credentials.sessions.end(request) } });
}

function secretOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('secret' in body)) return null;
  return typeof body.secret === 'string' ? body.secret : null;
}

/** `marks`: headers, see `isOwnPage`; on loopback only. */
export type PageAccess = 'marks' | 'sign-in';

export interface Credentials {
  readonly token: string;
  readonly pageAccess: PageAccess;
  readonly sessions: Sessions;
  readonly failures: FailureLimit;
}

const bearer = /^Bearer +([\u0021-\u007E]+)$/iu;

/** Throws 401. A wrong Authorization header is never excused by the own page or a session. */
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

/** 401 for a wrong secret, 429 after too many from one address. */
export function requireSecret(secret: string, address: string, credentials: Credentials): void {
  if (sameSecret(secret, credentials.token)) return;
  credentials.failures.count(address);
  throw unauthorized('That is not the access secret.', 'wrong_secret');
}

function requireToken(authorization: string, address: string, credentials: Credentials): void {
  const token = bearer.exec(authorization)?.[1];
  if (token !== undefined && sameSecret(token, credentials.token)) return;
  // On loopback, wrong secrets are mistakes, not attacks.
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

/** In constant time. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * No other page can forge Host, Origin and Sec-Fetch-Site together; other programs on this machine can, as the README
 * says. Browsers omit Origin in a GET. Call after `requireOwnAddress`.
 */
export function isOwnPage(request: Request): boolean {
  if (!isLoopback(hostOf(request).replace(/:\d{1,5}$/u, ''))) return false;
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return false;
  if (proxyHeaders.some((name) => request.headers.has(name))) return false;
  return request.headers.has('origin') || request.method === 'GET' || request.method === 'HEAD';
}
