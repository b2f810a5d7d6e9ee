// POST and DELETE /session: signing in with the access secret, for pages that are not on this machine; signing out.
import { readJson } from '#service/gate/body.ts';
import { type Credentials, requireSecret } from '#service/gate/credentials.ts';
import { Refusal } from '#service/refusal.ts';

/** `{"secret": …}` becomes an HttpOnly cookie; 204. Wrong: 401; too often wrong from one address: 429. */
export async function signIn(request: Request, address: string, credentials: Credentials): Promise<Response> {
  const secret = secretOf(await readJson(request));
  if (secret === null) {
    throw new Refusal(400, 'secret must be a string.', { code: 'invalid_value', param: 'secret' });
  }
  requireSecret(secret, address, credentials);
  const isSecure = request.headers.get('origin')?.startsWith('https:') ?? false;
  return new Response(null, { status: 204, headers: { 'Set-Cookie': credentials.sessions.begin(isSecure) } });
}

/** Ends the session, if there is one; 204 either way. */
export function signOut(request: Request, credentials: Credentials): Response {
  return new Response(null, { status: 204, headers: { 'Set-Cookie': credentials.sessions.end(request) } });
}

function secretOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('secret' in body)) return null;
  return typeof body.secret === 'string' ? body.secret : null;
}
