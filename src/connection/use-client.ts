// API client of the connection in use, with a guard against refused tokens.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createClient, type Client } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import type { Fetch } from '#api/http.ts';
import { modelsQuery } from '#api/queries.ts';
import { activeProfile, serverId } from './profiles.ts';
import { currentConnection, noteAccepted, noteRefused, noteUpstream, useConnections } from './store.ts';

/** Same object until address or credentials change. */
export function useClient(): Client {
  return clientOf(useConnections(currentConnection));
}

/**
 * Identifies the service in stored data. The upstream of the page's own server is known after its first
 * answer, which changes the name and re-renders.
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
  /** Called for every readable answer with the upstream; null if there is none. */
  readonly onUpstream: (host: string | null) => void;
}

/**
 * While a connection is refused, reads are answered here with 401 without a request, so that no poll repeats
 * a wrong token; the user's own requests (POST) are still sent, and a success clears the refusal.
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

/** False for a direct connection, and if the server is a proxy for another service. */
export function useEmbedded(): boolean {
  return useConnections(
    (state) => activeProfile(state, location.origin).id === serverId && state.upstream === null,
  );
}

/** Sends no request; same set while the list is the same. */
export function useListedIds(): ReadonlySet<string> {
  const { data } = useQuery({ ...modelsQuery(useClient()), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ id }) => id)), [data]);
}
