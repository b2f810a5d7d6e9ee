// Connection profiles and their tokens: pure state transitions.
import type { Connection } from '#api/connection.ts';
import { isLoopback } from '#lib/loopback.ts';

/** Without the token, so that it can be persisted. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

/** Bound to the address it was typed for. */
export interface HeldToken {
  readonly token: string;
  readonly baseUrl: string;
  /** Also kept in this tab's sessionStorage. */
  readonly isRemembered: boolean;
}

/** Only `profiles` and `activeId` are persisted. */
export interface Profiles {
  /** Direct connections by age, without the server's own. */
  readonly profiles: readonly Profile[];
  readonly activeId: string;
  readonly tokens: Readonly<Record<string, HeldToken>>;
  /** By profile id; incremented with address or credentials, to invalidate caches. */
  readonly revisions: Readonly<Record<string, number>>;
  /** Connection ids that answered 401: not polled until the credentials change. */
  readonly refused: readonly string[];
}

/** The page's own server; the browser never has its key. */
export const serverId = 'server';

/** `token`: null removes it, undefined keeps it. */
export interface ProfileDraft extends Profile {
  readonly token?: string | null;
  readonly isRemembered: boolean;
}

/** `local` and `hosted` go through the page's server, `direct` does not. `hostname` is the page's. */
export function kindOf(id: string, hostname: string): 'local' | 'hosted' | 'direct' {
  if (id !== serverId) return 'direct';
  return isLoopback(hostname) ? 'local' : 'hosted';
}

/** The server's own if none is chosen. `origin` as `https://host`. */
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
 * The id changes with address and credentials, and never reveals the token.
 * @param upstream host behind the page's server; empty if it answers itself, undefined until it has
 */
export function activeConnection(
  state: Profiles,
  origin: string,
  upstream: () => string | undefined = () => undefined,
): Required<Connection> {
  const { id, baseUrl } = activeProfile(state, origin);
  const token = tokenAt(baseUrl, state.tokens[id]);
  let place = id === serverId ? undefined : baseUrl;
  // Once known it stays: another service may take its place.
  const serviceKey = () => serviceKeyOf(id, (place ??= upstream()) ?? '');
  return { id: connectionIdOf(state, id), serviceKey, baseUrl, token };
}

/** @param place address of a direct connection, host behind the server; empty for the server's own models */
export function serviceKeyOf(id: string, place: string): string {
  return `${id} ${place}`.trim();
}

/** Host or address of a service key; undefined for the server's own models. */
export function serviceAddress(serviceKey: string): string | undefined {
  return serviceKey.split(' ')[1];
}

/** Null unless it was saved for this address. */
export function tokenAt(baseUrl: string | undefined, held: HeldToken | undefined): string | null {
  return held && held.baseUrl === baseUrl ? held.token : null;
}

export function liveConnectionIds(state: Profiles): readonly string[] {
  return [serverId, ...state.profiles.map(({ id }) => id)].map((id) => connectionIdOf(state, id));
}

/** From another tab; a changed address loses its token. */
export function adoptProfiles(state: Profiles, profiles: readonly Profile[]): Profiles {
  const moved = state.profiles.filter(
    ({ id, baseUrl }) => profiles.find((each) => each.id === id)?.baseUrl !== baseUrl,
  );
  const adopted = moved.reduce((rest, { id }) => removeProfile(rest, id), state);
  const isActiveThere = profiles.some(({ id }) => id === state.activeId);
  return { ...adopted, profiles, activeId: isActiveThere ? state.activeId : serverId };
}

export function removeProfile(state: Profiles, id: string): Profiles {
  return {
    ...state,
    profiles: state.profiles.filter((profile) => profile.id !== id),
    activeId: state.activeId === id ? serverId : state.activeId,
    tokens: without(state.tokens, id),
    revisions: increment(state.revisions, id),
  };
}

/** Credentials changed elsewhere, as by signing in. */
export function renewProfile(state: Profiles, id: string): Profiles {
  return { ...state, revisions: increment(state.revisions, id) };
}

/** 401 or not. The same state if nothing changes. */
export function noteRefusal(state: Profiles, connectionId: string, isRefused: boolean): Profiles {
  if (state.refused.includes(connectionId) === isRefused) return state;
  const others = state.refused.filter((id) => id !== connectionId);
  return { ...state, refused: isRefused ? [...others, connectionId] : others };
}

export function connectionIdOf({ revisions }: Profiles, id: string): string {
  return `${id}.${revisions[id] ?? 0}`;
}

export function increment(revisions: Readonly<Record<string, number>>, id: string): Record<string, number> {
  return { ...revisions, [id]: (revisions[id] ?? 0) + 1 };
}

export function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));
}

type NamedProfile = Pick<Profile, 'id' | 'name'>;

/** A connection's id begins with its profile's. Undefined for this server, and once it is forgotten. */
export function profileOf(profiles: readonly NamedProfile[], connectionId: string): NamedProfile | undefined {
  const [id] = connectionId.split('.');
  return profiles.find((profile) => profile.id === id);
}

export function connectionName(profiles: readonly NamedProfile[], connectionId: string): string {
  if (connectionId.startsWith(serverId)) return 'This server';
  return profileOf(profiles, connectionId)?.name ?? 'a forgotten connection';
}
