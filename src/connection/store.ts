// The connections of this page as a store: changes go through the pure functions, then to disk what may go there.
import * as z from 'zod/mini';
import { create } from 'zustand';
import { type Connection, checkBaseUrl, checkToken } from '#api/connection.ts';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';
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
  type HeldToken,
  type Profile,
} from './profiles.ts';

const keptId = z.string().check(z.regex(/^[a-z0-9]{1,32}$/));

const Kept = z.object({
  activeId: keptId,
  profiles: z.array(
    z.object({
      id: keptId,
      name: z.string().check(z.minLength(1), z.maxLength(80)),
      baseUrl: z.string().check(z.refine((text) => checkBaseUrl(text).ok)),
    }),
  ),
});

const key = 'inferdeck.tab';

const Remembered = z.record(z.string(), z.object({ token: z.string(), baseUrl: z.string() }));

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

/** The part of the state that may lie in localStorage. */
type KeptProfiles = Pick<Profiles, 'profiles' | 'activeId'>;

/** The names of all fields are listed in the schema, so that nothing else can slip in or out. */
export function parseKept(value: unknown): KeptProfiles | null {
  return Kept.safeParse(value).data ?? null;
}

/** Reads and writes them; storage that is blocked or full leaves them in memory. */
export function keptProfiles(storage: () => Storage = () => localStorage) {
  const fallback: KeptProfiles = { activeId: serverId, profiles: [] };
  return stored({ key: 'inferdeck.connections', version: 1, parse: parseKept, fallback, storage });
}

/** The remembered tokens whose profile still exists with the same address. An unreadable entry is deleted, not kept. */
export function readTabTokens(profiles: readonly Profile[], storage: () => Storage = () => sessionStorage) {
  const tokens: Record<string, HeldToken> = {};
  try {
    const entry: unknown = JSON.parse(storage().getItem(key) ?? '{}');
    const remembered = Remembered.parse(entry);
    for (const { id, baseUrl } of profiles) {
      const held = remembered[id];
      if (held && held.baseUrl === baseUrl && checkToken(held.token).ok)
        tokens[id] = { token: held.token, baseUrl, isRemembered: true };
    }
  } catch {
    writeTabTokens({}, storage);
  }
  return tokens;
}

/** Writes those that may be remembered, and leaves nothing where there are none. */
export function writeTabTokens(tokens: Profiles['tokens'], storage: () => Storage = () => sessionStorage) {
  const remembered = Object.entries(tokens).flatMap(([id, { token, baseUrl, isRemembered }]) =>
    isRemembered ? [[id, { token, baseUrl }] as const] : [],
  );
  try {
    if (remembered.length === 0) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(Object.fromEntries(remembered)));
  } catch {
    // A tab that may not store forgets on reload, which is the safe side.
  }
}
