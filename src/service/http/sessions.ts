// Sessions: random ids in an HttpOnly cookie, stored as digests in memory.
import { createHash, randomBytes } from 'node:crypto';
import { readJson } from './body.ts';
import { type Credentials, requireSecret } from './credentials.ts';
import { HttpError } from './http-error.ts';

export interface Sessions {
  /** Returns the Set-Cookie value. `secure` when the page is reached over https. */
  begin(secure: boolean): string;
  /** Whether the request carries the cookie of an active session. */
  has(request: Request): boolean;
  /** Ends the request's session; returns the Set-Cookie value that clears the cookie. */
  end(request: Request): string;
}

const cookieName = 'inferdeck_session';
const lifetimeMs = 12 * 60 * 60 * 1000;
const maxSessions = 1000;

/** Sessions last at most twelve hours, and no longer than the process. The clock gives milliseconds. */
export function createSessions(clock: () => number): Sessions {
  const endings = new Map<string, number>();
  const has = (request: Request) => {
    const id = idOf(request);
    return id !== null && (endings.get(digest(id)) ?? 0) > clock();
  };
  return {
    begin(secure) {
      const id = randomBytes(32).toString('base64url');
      endings.set(digest(id), clock() + lifetimeMs);
      const [oldest] = endings.keys();
      if (endings.size > maxSessions && oldest !== undefined) endings.delete(oldest);
      return cookie(id, lifetimeMs / 1000, secure);
    },
    has,
    end(request) {
      const id = idOf(request);
      if (id !== null) endings.delete(digest(id));
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

function digest(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** `{"secret": …}` sets the cookie; 204. Wrong: 401; too many wrong ones from one address: 429. */
export async function signIn(request: Request, address: string, credentials: Credentials): Promise<Response> {
  const secret = secretOf(await readJson(request));
  if (secret === null) {
    throw new HttpError(400, 'secret must be a string.', { code: 'invalid_value', param: 'secret' });
  }
  requireSecret(secret, address, credentials);
  const isSecure = request.headers.get('origin')?.startsWith('https:') ?? false;
  return new Response(null, { status: 204, headers: { 'Set-Cookie': credentials.sessions.begin(isSecure) } });
}

/** 204 whether or not there is a session. */
export function signOut(request: Request, credentials: Credentials): Response {
  return new Response(null, { status: 204, headers: { 'Set-Cookie': credentials.sessions.end(request) } });
}

function secretOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('secret' in body)) return null;
  return typeof body.secret === 'string' ? body.secret : null;
}
