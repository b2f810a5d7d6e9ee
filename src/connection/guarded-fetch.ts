// The fetch that every client uses: it notices a 401 wherever it happens, and stops asking where it happened.
import type { Fetch } from '#api/http.ts';

interface Guard {
  readonly isRefused: () => boolean;
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
  /** Every answer that may be read says who is behind the server; null where nobody is. */
  readonly onUpstream: (host: string | null) => void;
}

/**
 * While a connection is refused, reading requests are answered here with 401 and nothing goes out, so that no poll
 * repeats a wrong token; a request that a person sends (POST) still goes, and its success ends the refusal.
 */
export function guardedFetch(fetch: Fetch, guard: Guard): Fetch {
  return async (url, init) => {
    if (init.method !== 'POST' && guard.isRefused()) return refusal();
    const response = await fetch(url, init);
    guard.onUpstream(response.headers.get('x-inferdeck-upstream'));
    if (response.status === 401) guard.onRefused();
    else if (response.ok) guard.onAccepted();
    return response;
  };
}

function refusal(): Response {
  const error = {
    message: 'The credentials were refused before; nothing was sent.',
    type: 'authentication_error',
  };
  return Response.json({ error }, { status: 401 });
}
