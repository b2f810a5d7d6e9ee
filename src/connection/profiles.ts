// Whom the page can talk to, and which of them holds which token: every change as a pure function.
import type { Connection } from '#api/connection.ts';
import { isLoopback } from '#lib/loopback.ts';

/** A service that the user named. Its token is not part of it, so that it can be kept on disk. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  /** Checked and without a slash at its end. */
  readonly baseUrl: string;
}

/** A token, and the one address that it was typed for. */
export interface HeldToken {
  readonly token: string;
  readonly baseUrl: string;
  /** Also kept in this tab's sessionStorage, because the user said so. */
  readonly isRemembered: boolean;
}

/** All connections. Everything but `profiles` and `activeId` lives in memory only (or, by choice, in this tab). */
export interface Profiles {
  /** Direct connections, in the order in which they were made; the server's own is not among them. */
  readonly profiles: readonly Profile[];
  readonly activeId: string;
  /** By profile id. */
  readonly tokens: Readonly<Record<string, HeldToken>>;
  /** By profile id: raised when address or credentials change, so that no cache outlives them. */
  readonly revisions: Readonly<Record<string, number>>;
  /** Connection ids that answered 401: nothing is polled there until the credentials change. */
  readonly refused: readonly string[];
}

/** The id of the connection to the page's own server, which always exists and whose key the browser never holds. */
export const serverId = 'server';

/** What a form hands over. `token`: a new one, null to forget the old one, undefined to leave it. */
export interface ProfileDraft extends Profile {
  readonly token?: string | null;
  readonly isRemembered: boolean;
}

/** How the page reaches a profile: `local` or `hosted` through its own server, or `direct`. `hostname` is the page's own. */
export function kindOf(id: string, hostname: string): 'local' | 'hosted' | 'direct' {
  if (id !== serverId) return 'direct';
  return isLoopback(hostname) ? 'local' : 'hosted';
}

/** The profile that is talked to; the server's own where the chosen one is gone. `origin` as `https://host`. */
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
 * The value that the API client takes. Its id changes with address and credentials, and never tells the token.
 * @param upstream the host behind the page's own server, as far as its answers have said it
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

/** The connection ids that can still be used; what was cached under another one belongs to nobody. */
export function liveConnectionIds(state: Profiles): readonly string[] {
  return [serverId, ...state.profiles.map(({ id }) => id)].map((id) => idAt(state, id));
}

/** Adds or changes a profile and makes it the active one. A token stays only while its address stays. */
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

/** Takes over the list that another tab wrote; whoever has a new address here starts over, without its token. */
export function adoptProfiles(state: Profiles, profiles: readonly Profile[]): Profiles {
  const moved = state.profiles.filter(
    ({ id, baseUrl }) => profiles.find((each) => each.id === id)?.baseUrl !== baseUrl,
  );
  const adopted = moved.reduce((rest, { id }) => removeProfile(rest, id), state);
  const isActiveThere = profiles.some(({ id }) => id === state.activeId);
  return { ...adopted, profiles, activeId: isActiveThere ? state.activeId : serverId };
}

/** Forgets a profile and its token; the server's own becomes active where the forgotten one was. */
export function removeProfile(state: Profiles, id: string): Profiles {
  return {
    ...state,
    profiles: state.profiles.filter((profile) => profile.id !== id),
    activeId: state.activeId === id ? serverId : state.activeId,
    tokens: without(state.tokens, id),
    revisions: raise(state.revisions, id),
  };
}

/** The credentials of a profile changed elsewhere, as by a sign-in: what it answered before no longer counts. */
export function renewProfile(state: Profiles, id: string): Profiles {
  return { ...state, revisions: raise(state.revisions, id) };
}

/** Notes that a connection answered 401, or that it no longer does. The same state comes back where nothing changes. */
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
