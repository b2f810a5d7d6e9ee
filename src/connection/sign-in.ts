// Signs in to the page's own server with its access secret, where the server asks for one.

/** True when the server set its cookie; a sentence when it did not. The secret is sent once and kept nowhere. */
export async function signIn(secret: string): Promise<true | string> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
      redirect: 'error',
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (response.status === 204) return true;
    if (response.status === 401 || response.status === 403) return 'The server does not accept this secret.';
    if (response.status === 404)
      return 'The server has no sign-in; its address or its settings may have changed.';
    if (response.status === 429) return 'Too many attempts; wait a moment, then try again.';
    return `The server answered ${response.status} instead of signing in.`;
  } catch {
    return 'The server does not answer.';
  }
}
