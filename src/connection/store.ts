// Connection store: zustand state, persisted except for tokens.
import * as z from 'zod/mini';
import { create } from 'zustand';
import { type Connection, checkToken } from '#api/connection.ts';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';
import {
  activeConnection,
  adoptProfiles,
  liveConnectionIds,
  noteRefusal,
  removeProfile,
  renewProfile,
  serverId,
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
      name: z.string().check(z.minLength(1)),
      baseUrl: z.string().check(z.refine((text) => /^https?:/.test(text) && URL.canParse(text))),
    }),
  ),
});

const key = 'inferdeck.tab';

const Remembered = z.record(z.string(), z.object({ token: z.string(), baseUrl: z.string() }));

interface ConnectionStore extends Profiles {
  readonly isPanelOpen: boolean;
  /** Host behind the page's server; empty if it answers itself, undefined until it has. */
  readonly upstream: string | undefined;
  /** Whether the last request of the connection in use got an answer. */
  readonly isAnswered: boolean;
}

const kept = keptProfiles();

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
    upstream: undefined,
    isAnswered: true,
  };
}

// From another tab. Tokens stay here, bound to their address.
kept.follow(({ profiles }) => change((state) => adoptProfiles(state, profiles), false));

/** The same object until something in it changes, and so its id. */
export function currentConnection(state: Profiles): Required<Connection> {
  const next = connectionOf(state);
  const own = (known[next.id] ??= next);
  // Before another service takes its place.
  own.serviceKey();
  return own;
}

/** What is known of a connection stays while another is in use; former credentials do not. */
const known: Record<string, Required<Connection>> = {};

function connectionOf(state: Profiles): Required<Connection> {
  return activeConnection(state, location.origin, () => useConnections.getState().upstream);
}

/** Forgotten, at another address, or replaced by another service behind the server. */
export function isGone({ id, serviceKey }: Required<Connection>): boolean {
  const [activeId = ''] = id.split('.');
  return connectionOf({ ...useConnections.getState(), activeId }).serviceKey() !== serviceKey();
}

export function forgetConnection(id: string) {
  change((state) => removeProfile(state, id));
}

export function chooseConnection(id: string) {
  change((state) => ({ ...state, activeId: id }));
}

/** After a sign-in, or where another service has taken its place. */
export function renewServer() {
  change((state) => renewProfile(state, serverId));
}

/** On a 401: stops polling, and opens the panel once. */
export function noteRefused(connectionId: string) {
  if (useConnections.getState().refused.includes(connectionId)) return;
  change((state) => noteRefusal(state, connectionId, true));
  if (currentConnection(useConnections.getState()).id === connectionId) openConnections();
}

export function noteAccepted(connectionId: string) {
  change((state) => noteRefusal(state, connectionId, false));
}

export function noteUpstream(connectionId: string, upstream: string) {
  const state = useConnections.getState();
  if (!connectionId.startsWith(serverId) || state.upstream === upstream) return;
  useConnections.setState({ upstream });
  // The former service's answers do not count for this one.
  if (state.upstream !== undefined) renewServer();
}

export function noteAnswered(connectionId: string, isAnswered: boolean) {
  const state = useConnections.getState();
  if (state.isAnswered !== isAnswered && currentConnection(state).id === connectionId)
    useConnections.setState({ isAnswered });
}

export function openConnections() {
  useConnections.setState({ isPanelOpen: true });
}

export function closeConnections() {
  useConnections.setState({ isPanelOpen: false });
}

/** Stored unless another tab has done so. */
export function change(step: (state: Profiles) => Profiles, isStored = true) {
  const before = useConnections.getState();
  const after = step(before);
  if (after === before) return;
  useConnections.setState(after);
  const live = liveConnectionIds(after);
  for (const id of Object.keys(known)) if (!live.includes(id)) delete known[id];
  if (isStored) kept.write({ activeId: after.activeId, profiles: [...after.profiles] });
  writeTabTokens(after.tokens);
}

type KeptProfiles = Pick<Profiles, 'profiles' | 'activeId'>;

/** The schema lists every field: nothing else gets in or out. */
export function parseKept(value: unknown): KeptProfiles | null {
  return Kept.safeParse(value).data ?? null;
}

/** In memory if storage is blocked or full. */
export function keptProfiles(storage: () => Storage = () => localStorage) {
  const fallback: KeptProfiles = { activeId: serverId, profiles: [] };
  return stored({ key: 'inferdeck.connections', version: 1, parse: parseKept, fallback, storage });
}

/** Only of profiles that still have the same address. Deletes an unreadable entry. */
export function readTabTokens(profiles: readonly Profile[], storage: () => Storage = () => sessionStorage) {
  const tokens: Record<string, HeldToken> = {};
  try {
    const entry: unknown = JSON.parse(storage().getItem(key) ?? '{}');
    const remembered = Remembered.parse(entry);
    for (const { id, baseUrl } of profiles) {
      const held = remembered[id];
      if (held?.baseUrl === baseUrl && checkToken(held.token).ok)
        tokens[id] = { token: held.token, baseUrl, isRemembered: true };
    }
  } catch {
    writeTabTokens({}, storage);
  }
  return tokens;
}

export function writeTabTokens(tokens: Profiles['tokens'], storage: () => Storage = () => sessionStorage) {
  const remembered = Object.entries(tokens).flatMap(([id, { token, baseUrl, isRemembered }]) =>
    isRemembered ? [[id, { token, baseUrl }] as const] : [],
  );
  try {
    if (remembered.length === 0) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(Object.fromEntries(remembered)));
  } catch {
    // The token is lost on reload, which is safe.
  }
}
