// The connections of this page as a store: changes go through the pure functions, then to disk what may go there.
import { create } from 'zustand';
import type { Connection } from '#api/connection.ts';
import { keptProfiles } from './kept-profiles.ts';
import {
  activeConnection,
  adoptProfiles,
  noteRefusal,
  removeProfile,
  renewProfile,
  saveProfile,
  serverId,
  type ProfileDraft,
  type Profiles,
} from './profiles.ts';
import { readTabTokens, writeTabTokens } from './tab-tokens.ts';

interface ConnectionStore extends Profiles {
  /** The panel with all connections is open. */
  readonly isPanelOpen: boolean;
  /** The host that the page's own server hands requests on to, as its answers say; null where it answers itself. */
  readonly upstream: string | null;
}

const kept = keptProfiles();

/** Read it with a selector; change it with the functions below. */
export const useConnections = create<ConnectionStore>()(initialState);

function initialState(): ConnectionStore {
  const { profiles, activeId } = kept.read();
  return {
    profiles,
    activeId,
    tokens: readTabTokens(profiles),
    revisions: {},
    refused: [],
    isPanelOpen: false,
    upstream: null,
  };
}

// Another tab changed names or addresses: take them over; tokens stay here, bound to their address.
if (typeof window !== 'undefined')
  addEventListener('storage', (event) => {
    if (event.key === 'inferdeck.connections')
      change((state) => adoptProfiles(state, kept.read().profiles), false);
  });

/** The connection in use; the same object until something of it changes. */
export function currentConnection(state: Profiles): Connection {
  const next = activeConnection(state, location.origin, () => useConnections.getState().upstream);
  if (latest?.id !== next.id || latest.baseUrl !== next.baseUrl || latest.token !== next.token) latest = next;
  return latest;
}

let latest: Connection | undefined;

/** Adds or changes a direct connection and uses it. */
export function keepConnection(draft: ProfileDraft) {
  change((state) => saveProfile(state, draft));
}

/** Forgets a direct connection and its token. */
export function forgetConnection(id: string) {
  change((state) => removeProfile(state, id));
}

/** Uses another connection; what the old one answered stays in its own cache. */
export function chooseConnection(id: string) {
  change((state) => ({ ...state, activeId: id }));
}

/** The server accepted the access secret: what it refused before is asked again. */
export function noteSignIn() {
  change((state) => renewProfile(state, serverId));
}

/** A connection answered 401: polling stops there, and the panel opens, once, to ask for credentials. */
export function noteRefused(connectionId: string) {
  if (useConnections.getState().refused.includes(connectionId)) return;
  change((state) => noteRefusal(state, connectionId, true));
  if (currentConnection(useConnections.getState()).id === connectionId) openConnections();
}

/** A connection that had refused answered after all. */
export function noteAccepted(connectionId: string) {
  change((state) => noteRefusal(state, connectionId, false));
}

/** An answer of the page's own server said who is behind it. */
export function noteUpstream(connectionId: string, upstream: string | null) {
  const isServer = connectionId.startsWith(serverId);
  if (isServer && useConnections.getState().upstream !== upstream) useConnections.setState({ upstream });
}

/** Shows the panel with all connections. */
export function openConnections() {
  useConnections.setState({ isPanelOpen: true });
}

/** Hides the panel. */
export function closeConnections() {
  useConnections.setState({ isPanelOpen: false });
}

/** An id for a new profile; random, because it becomes part of cache keys. */
export function newProfileId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
}

function change(step: (state: Profiles) => Profiles, isKept = true) {
  const before = useConnections.getState();
  const after = step(before);
  if (after === before) return;
  useConnections.setState(after);
  if (isKept) kept.write({ activeId: after.activeId, profiles: [...after.profiles] });
  writeTabTokens(after.tokens);
}
