// The API client of the connection in use.
import { createClient, type Client } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import type { Fetch } from '#api/http.ts';
import { currentConnection, noteAccepted, noteRefused, noteUpstream, useConnections } from './store.ts';

/** The client to hand to queries and runs; the same one until address or credentials change. */
export function useClient(): Client {
  return clientOf(useConnections(currentConnection));
}

/**
 * What names the service in use in what is kept on disk. Who is behind the page's own server is known with its first
 * answer: then this draws again, with another name.
 */
export function useServiceKey(): string {
  return useConnections((state) => clientOf(currentConnection(state)).serviceKey());
}

const clients = new WeakMap<Connection, Client>();

function clientOf(connection: Connection): Client {
  const known = clients.get(connection);
  if (known) return known;
  const { id } = connection;
  const guard = {
    isRefused: () => useConnections.getState().refused.includes(id),
    onRefused: () => noteRefused(id),
    onAccepted: () => noteAccepted(id),
    onUpstream: (host: string | null) => noteUpstream(id, host),
  };
  const client = createClient(
    connection,
    guardedFetch((url, init) => fetch(url, init), guard),
  );
  clients.set(connection, client);
  return client;
}

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
