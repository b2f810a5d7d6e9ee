// Connection profiles and their tokens: pure state transitions.
import type { Connection } from '#api/connection.ts';
import { isLoopback } from '#lib/loopback.ts';

/** A user-defined service. Excludes the token, so that it can be persisted. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  /** Validated, without a trailing slash. */
  readonly baseUrl: string;
}

/** A token, bound to the one address it was typed for. */
export interface HeldToken {
  readonly token: string;
  readonly baseUrl: string;
  /** Also kept in this tab's sessionStorage, by the user's choice. */
  readonly isRemembered: boolean;
}

/** Everything except `profiles` and `activeId` lives in memory only (or, by choice, in this tab). */
export interface Profiles {
  /** Direct connections in order of creation, without the server's own. */
  readonly profiles: readonly Profile[];
  readonly activeId: string;
  /** By profile id. */
  readonly tokens: Readonly<Record<string, HeldToken>>;
  /** By profile id: incremented when address or credentials change, so that caches are invalidated. */
  readonly revisions: Readonly<Record<string, number>>;
  /** Connection ids that answered 401: no polling until the credentials change. */
  readonly refused: readonly string[];
}

/** The page's own server, which always exists and whose key the browser never has. */
export const serverId = 'server';

/** From the form. `token`: a new one, null to remove it, undefined to keep it. */
export interface ProfileDraft extends Profile {
  readonly token?: string | null;
  readonly isRemembered: boolean;
}

/**
 * How the page reaches a profile: `local` or `hosted` through its own server, or `direct`. `hostname` is the
 * page's own.
 */
export function kindOf(id: string, hostname: string): 'local' | 'hosted' | 'direct' {
  if (id !== serverId) return 'direct';
  return isLoopback(hostname) ? 'local' : 'hosted';
}

/** The profile in use; falls back to the server's own. `origin` as `https://host`. */
export function activeProfile(
  { profiles, activeId }: Pick<Profiles, 'profiles' | 'activeId'>,
  origin: string,
): Profile {
  return (
    profiles.find((profile) => profile.id === activeId) ?? {
      id: serverId,
      name: 'This server',
      baseUrl: `${origin}/v1`,
    }
  );
}

/**
 * For the API client. Its id changes with address and credentials, and never reveals the token.
 * @param upstream the host behind the page's own server, as far as its answers have named it
 */
export function activeConnection(
  state: Profiles,
  origin: string,
  upstream: () => string | null = () => null,
): Connection {
  const { id, baseUrl } = activeProfile(state, origin);
  const held = state.tokens[id];
  const token = held && held.baseUrl === baseUrl ? held.token : null;
  const serviceKey = () => `${id} ${id === serverId ? (upstream() ?? '') : baseUrl}`.trim();
  return { id: idAt(state, id), serviceKey, baseUrl, token };
}

/** Connection ids still valid; caches of any other can be dropped. */
export function liveConnectionIds(state: Profiles): readonly string[] {
  return [serverId, ...state.profiles.map(({ id }) => id)].map((id) => idAt(state, id));
}

/** Adds or changes a profile and activates it. A token is kept only if the address is unchanged. */
export function saveProfile(state: Profiles, draft: ProfileDraft): Profiles {
  const { id, name, baseUrl } = draft;
  const profile = { id, name, baseUrl };
  const before = state.profiles.find((each) => each.id === id);
  const held = state.tokens[id];
  const kept = held && held.baseUrl === baseUrl ? held.token : null;
  const token = draft.token === undefined ? kept : draft.token;
  const isSame = before?.baseUrl === baseUrl && token === (held?.token ?? null);
  const tokens =
    token === null
      ? without(state.tokens, id)
      : { ...state.tokens, [id]: { token, baseUrl, isRemembered: draft.isRemembered } };
  return {
    profiles: before
      ? state.profiles.map((each) => (each.id === id ? profile : each))
      : [...state.profiles, profile],
    activeId: id,
    tokens,
    revisions: isSame ? state.revisions : raise(state.revisions, id),
    refused: state.refused,
  };
}

/** Adopts the list written by another tab; a profile with a new address loses its token. */
export function adoptProfiles(state: Profiles, profiles: readonly Profile[]): Profiles {
  const moved = state.profiles.filter(
    ({ id, baseUrl }) => profiles.find((each) => each.id === id)?.baseUrl !== baseUrl,
  );
  const adopted = moved.reduce((rest, { id }) => removeProfile(rest, id), state);
  const isActiveThere = profiles.some(({ id }) => id === state.activeId);
  return { ...adopted, profiles, activeId: isActiveThere ? state.activeId : serverId };
}

/** Removes a profile and its token; if it was active, the server's own takes its place. */
export function removeProfile(state: Profiles, id: string): Profiles {
  return {
    ...state,
    profiles: state.profiles.filter((profile) => profile.id !== id),
    activeId: state.activeId === id ? serverId : state.activeId,
    tokens: without(state.tokens, id),
    revisions: raise(state.revisions, id),
  };
}

/** Credentials changed elsewhere, as by signing in: earlier answers are invalid. */
export function renewProfile(state: Profiles, id: string): Profiles {
  return { ...state, revisions: raise(state.revisions, id) };
}

/** Marks a connection as refused (401) or not. Returns the same state if nothing changes. */
export function noteRefusal(state: Profiles, connectionId: string, isRefused: boolean): Profiles {
  if (state.refused.includes(connectionId) === isRefused) return state;
  const others = state.refused.filter((id) => id !== connectionId);
  return { ...state, refused: isRefused ? [...others, connectionId] : others };
}

function idAt({ revisions }: Profiles, id: string): string {
  return `${id}.${revisions[id] ?? 0}`;
}

function raise(revisions: Readonly<Record<string, number>>, id: string): Record<string, number> {
  return { ...revisions, [id]: (revisions[id] ?? 0) + 1 };
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));
}

/** A connection's id begins with its profile's. @param profiles the direct connections */
export function connectionName(
  profiles: readonly { readonly id: string; readonly name: string }[],
  connectionId: string,
): string {
  const [id] = connectionId.split(/[^a-z0-9]/);
  return profiles.find((profile) => profile.id === id)?.name ?? 'This server';
}
