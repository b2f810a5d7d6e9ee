// Connection: a base URL and the access token that belongs to it.

/** `id` is part of query keys. The token must never leave this value except in a header. */
export interface Connection {
  readonly id: string;
  /** Identifies the service in stored data, across reloads. The id if absent. */
  readonly serviceKey?: () => string;
  /** Ends with the version, no trailing slash: `https://host/v1`. `/v1` is the page's own origin. */
  readonly baseUrl: string;
  /** Null if the server adds the credentials. */
  readonly token: string | null;
}

export type Checked =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

/** Trims, and takes it out of a copied header. Accepts printable Latin-1 without spaces. */
export function checkToken(typed: string): Checked {
  const value = typed.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, '');
  if (value === '') return { ok: false, message: 'The access token is empty.' };
  if (/[\s\p{Cc}]/u.test(value)) {
    return { ok: false, message: 'The access token contains a space, a line break or a control character.' };
  }
  if (/[^\u0021-\u00ff]/u.test(value)) {
    return {
      ok: false,
      message: 'The access token contains a character that a request header cannot carry.',
    };
  }
  return { ok: true, value };
}
