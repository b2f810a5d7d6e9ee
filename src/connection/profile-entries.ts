// A profile as entered: validation, saving.
import { checkToken, type Checked } from '#api/connection.ts';
import { isLoopback } from '#lib/loopback.ts';
import {
  connectionIdOf,
  increment,
  tokenAt,
  without,
  type HeldToken,
  type ProfileDraft,
  type Profiles,
} from './profiles.ts';
import { change } from './store.ts';

/** As typed. An empty token means the stored one, if it fits. */
export interface ProfileEntries {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly isRemembered: boolean;
}

interface Hints {
  readonly addressHint: string | undefined;
  readonly tokenHint: string | undefined;
  /** The stored one, if it belongs to the address as typed. */
  readonly keptToken: string | null;
}

type CheckedProfile = Hints &
  (
    | { readonly ok: true; readonly draft: ProfileDraft; readonly token: string | null }
    | { readonly ok: false; readonly errors: { readonly baseUrl?: string; readonly token?: string } }
  );

/** No sentence contains the token. */
export function checkProfile(
  entries: ProfileEntries,
  id: string,
  held: HeldToken | undefined,
): CheckedProfile {
  const address = checkAddress(entries.baseUrl);
  const baseUrl = address.ok ? address.value : undefined;
  const keptToken = tokenAt(baseUrl, held);
  const hints = {
    addressHint: baseUrl && addressHint(baseUrl, entries.baseUrl),
    tokenHint:
      held && keptToken === null
        ? 'The saved token belongs to another address and will be dropped.'
        : undefined,
    keptToken,
  };
  // Copied with the quotes of a settings file.
  const token = entries.token.replace(/^\s*(["'])(.*)\1\s*$/, '$2');
  const typed = token === '' ? undefined : checkToken(token);
  if (!address.ok || typed?.ok === false)
    return {
      ...hints,
      ok: false,
      errors: {
        ...(!address.ok && { baseUrl: address.message }),
        ...(typed?.ok === false && { token: typed.message }),
      },
    };
  const { value } = address;
  const name = entries.name.trim() || new URL(value).host;
  const draft = {
    id,
    name,
    baseUrl: value,
    isRemembered: entries.isRemembered,
    ...(typed && { token: typed.value }),
  };
  return { ...hints, ok: true, draft, token: typed?.value ?? keptToken };
}

/**
 * Completed: without an endpoint, with a scheme, and `localhost` for ::1, which no content security policy names,
 * and for 0.0.0.0, on which engines say that they listen.
 */
function checkAddress(typed: string) {
  if (typed.trim() === '')
    return { ok: false, message: 'Enter the address of the service, such as https://host/v1.' } as const;
  const checked = checkBaseUrl(typed);
  const value = checked.ok ? checked.value : withScheme(typed.trim());
  if (value === undefined) return checked;
  return { ok: true, value: value.replace(endpoint, '').replace(ownHost, '//localhost') } as const;
}

/** Accepts http and https; no credentials, query or fragment. */
function checkBaseUrl(typed: string): Checked {
  const text = typed.trim().replace(/\/+$/, '');
  if (!URL.canParse(text))
    return { ok: false, message: 'The base address is not a URL, such as https://host/v1.' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, message: 'The base address must begin with https:// or http://.' };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      ok: false,
      message: 'The base address must not contain a user name or password; use the token field.',
    };
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return { ok: false, message: 'The base address must not contain a query or a fragment.' };
  }
  return { ok: true, value: url.href.replace(/\/+$/, '') };
}

const ownHost = /\/\/(?:\[::1?\]|0\.0\.0\.0)(?=[:/]|$)/;
const endpoint = /\/(completions|chat\/completions|embeddings|models|hardware|fine-tunes|jobs)$/;

function addressHint(baseUrl: string, typed: string): string | undefined {
  const hints = [
    baseUrl !== typed.trim().replace(/\/+$/, '') && `Read as ${baseUrl}`,
    isUnencrypted(baseUrl) && 'Without https, the token and all text can be read in transit.',
  ];
  return hints.filter(Boolean).join('. ') || undefined;
}

/** http only for this machine. Undefined if it does not look like a host. */
function withScheme(typed: string): string | undefined {
  const [, host = ''] = /^([\w.-]+|\[[\da-f:]+\])(:\d+)?(\/[\w./-]*)?$/i.exec(typed) ?? [];
  if (host === '' || !(host === 'localhost' || /[.\]]/.test(host) || /:\d/.test(typed))) return undefined;
  const checked = checkBaseUrl(`${isLoopback(host) || host === '0.0.0.0' ? 'http' : 'https'}://${typed}`);
  return checked.ok ? checked.value : undefined;
}

function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** `…3f9c`; nothing of a short token. */
export function tokenTail(token: string): string {
  return token.length >= 16 ? `…${token.slice(-4)}` : '…';
}

export function keepConnection(draft: ProfileDraft, place?: number) {
  change((state) => saveProfile(state, draft, place));
}

/** Adds, by default at the end, or changes; activates. Keeps the token only for an unchanged address. */
export function saveProfile(state: Profiles, draft: ProfileDraft, place = state.profiles.length): Profiles {
  const { id, name, baseUrl } = draft;
  const profile = { id, name, baseUrl };
  const before = state.profiles.find((each) => each.id === id);
  const held = state.tokens[id];
  const kept = tokenAt(baseUrl, held);
  const token = draft.token === undefined ? kept : draft.token;
  // The service may accept now what it refused.
  const isRefused = state.refused.includes(connectionIdOf(state, id));
  const isSame = before?.baseUrl === baseUrl && token === (held?.token ?? null) && !isRefused;
  const tokens =
    token === null
      ? without(state.tokens, id)
      : { ...state.tokens, [id]: { token, baseUrl, isRemembered: draft.isRemembered } };
  return {
    profiles: before
      ? state.profiles.map((each) => (each.id === id ? profile : each))
      : state.profiles.toSpliced(place, 0, profile),
    activeId: id,
    tokens,
    revisions: isSame ? state.revisions : increment(state.revisions, id),
    refused: state.refused,
  };
}
