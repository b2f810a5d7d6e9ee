// Versioned value in the fragment of a link.
import { packJson, unpackJson } from './packed-json.ts';

interface LinkKind<T> {
  /** In the fragment, in the packed JSON and in messages. */
  readonly name: string;
  /** Increment when the shape changes. */
  readonly version: number;
  /** Of the fragment. */
  readonly maxLength?: number;
  /** Of the unpacked text. */
  readonly maxBytes: number;
  /** Drops anything besides the value. */
  readonly parse: (value: unknown) => T | undefined;
}

export type LinkReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** `#<name>=` and base64url of deflated JSON. Fragments are sent to no server. */
export function createLinkFragment<T>(kind: LinkKind<T>) {
  const { name, version, maxLength = Infinity, maxBytes, parse } = kind;
  const mark = `#${name}=`;
  return {
    write: async (value: T): Promise<string> => mark + (await packJson({ version, [name]: value })),
    /** Never throws. @param fragment as written, or with signs of the sentence around it */
    async read(fragment: string): Promise<LinkReading<T>> {
      if (fragment.length > maxLength) return refuse(`The link is too long to be a ${name}.`);
      const packed = await unpackJson(fragment.slice(mark.length).replace(/[^\w-]+$/, ''), maxBytes);
      if (packed === undefined) return refuse('The link is damaged; its end may have been cut off.');
      const parts = new Map<string, unknown>(Object.entries(packed ?? {}));
      if (parts.get('version') !== version)
        return refuse('The link was made by another version of this page.');
      const value = parse(parts.get(name));
      return value === undefined ? refuse(`The link contains no ${name}.`) : { ok: true, value };
    },
  };
}

/** A reload must not open the link again. */
export function dropFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
