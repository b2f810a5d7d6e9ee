// The API client of the connection in use.
import { createClient, type Client } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import { guardedFetch } from './guarded-fetch.ts';
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
