// Authentication: bearer token, own page or session cookie; wrong-secret limit.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '#lib/loopback.ts';
import { readJson } from './body.ts';
import { HttpError } from './http-error.ts';
import { hostOf } from './origins.ts';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

interface Sessions {
  /** Returns the Set-Cookie value. */
  begin(secure: boolean): string;
  has(request: Request): boolean;
  /** Returns the Set-Cookie value that clears the cookie. */
  end(request: Request): string;
}

const lifetimeMs = 12 * 60 * 60 * 1000;
const maxSessions = 1000;

/** Twelve hours at most, and no longer than the process. */
export function createSessions(clock: () => number): Sessions {
  const endings = new Map<string, number>();
  // Browsers send a cookie to every port of its host: of one name, two servers would sign each other's users out.
  const name = `inferdeck_session_${randomBytes(4).toString('hex')}`;
  const has = (request: Request) => {
    const id = idOf(request, name);
    return id !== null && (endings.get(digestId(id)) ?? 0) > clock();
  };
  return {
    begin(secure) {
      const id = randomBytes(32).toString('base64url');
      endings.set(digestId(id), clock() + lifetimeMs);
      const [oldest] = endings.keys();
      if (endings.size > maxSessions && oldest !== undefined) endings.delete(oldest);
      return cookie(name, id, lifetimeMs / 1000, secure);
    },
    has,
    end(request) {
      const id = idOf(request, name);
      if (id !== null) endings.delete(digestId(id));
      return cookie(name, '', 0, false);
    },
  };
}

function cookie(name: string, value: string, maxAgeSeconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${name}=${value}; ${attributes}`;
}

/** Two cookies of this name mean that one was planted: neither counts. */
function idOf(request: Request, name: string): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const ids = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
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

/** `same-origin`: by headers, see `isOwnPage`; on loopback only. */
export type PageAccess = 'same-origin' | 'sign-in';

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
  if (credentials.pageAccess === 'same-origin') {
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
  // nginx adds none of them and puts its own Host, but closes each connection, which browsers do not.
  if (request.headers.get('connection')?.toLowerCase() === 'close') return false;
  return request.headers.has('origin') || request.method === 'GET' || request.method === 'HEAD';
}

/** Refuses only wrong secrets, so that users of one address cannot lock each other out. */
export interface FailureLimit {
  /** Throws 429 with Retry-After. */
  count(address: string): void;
}

const windowMs = 60_000;
const freeFailures = 10;
const maxAddresses = 10_000;

/** Per minute and address, in bounded memory. */
export function limitFailures(clock: () => number): FailureLimit {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    count(address) {
      const network = networkOf(address);
      const known = failures.get(network);
      const isCurrent = known !== undefined && known.until > clock();
      const entry = isCurrent ? known : { count: 0, until: clock() + windowMs };
      if (entry.count >= freeFailures) throw tooManyFailures(entry.until - clock());
      failures.delete(network);
      failures.set(network, { ...entry, count: entry.count + 1 });
      const [oldest] = failures.keys();
      if (failures.size > maxAddresses && oldest !== undefined) failures.delete(oldest);
    },
  };
}

/** An IPv6 client controls the 2^64 addresses of its network. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const bare = address.replace(/%.*/u, '');
  // URL normalizes: lower case, no leading zeros, `::` for the longest run of zeros.
  const halves = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [before = [], after = []] = halves.map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** Addresses, and networks such as `10.0.0.0/8`. */
export function trustedProxies(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const text of list) {
    const [address = '', length] = text.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (length === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(length), family);
  }
  return trusted;
}

/**
 * The client's address. Each proxy appends its own client to X-Forwarded-For, so whatever precedes an untrusted one may
 * be forged.
 */
export function addressBehind(
  trusted: BlockList,
  remoteAddress: string,
  forwardedFor: string | null,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  let address = plain(remoteAddress);
  for (const hop of hops.toReversed()) {
    if (!isIP(hop) || !isIP(address) || !trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) break;
    address = plain(hop);
  }
  return address;
}

/** A dual-stack socket shows IPv4 addresses as IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/iu, '');
}

function tooManyFailures(waitMs: number): HttpError {
  return new HttpError(429, 'Too many wrong secrets from this address. Wait a minute.', {
    code: 'too_many_failures',
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
