// A draft as a link: compressed into the fragment of the address, which browsers send to no server. It never holds a key.
import { packJson, unpackJson } from '#lib/packed-json.ts';
import { Draft } from '#draft/draft.ts';
import { linkMark } from './use-link-fragment.ts';

/** Raised when the shape changes. */
const version = 1;

/** Bytes that a link may unfold to, so that a crafted one cannot fill the memory. */
const maxBytes = 4 * 1_024 * 1_024;

/** The fragment of a link that fills the playground with a draft, `#draft=` and base64url of deflated JSON. */
export async function writeLink(draft: Draft): Promise<string> {
  return linkMark + (await packJson({ version, draft }));
}

/** A draft, or a sentence about what is wrong with the link. */
type LinkReading =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly message: string };

/** Reads a fragment that begins with the mark. Never throws; nothing is sent. */
export async function readLink(fragment: string): Promise<LinkReading> {
  const value = await unpackJson(fragment.slice(linkMark.length), maxBytes);
  if (value === undefined)
    return refuse('The link is damaged: perhaps its end was cut off. Nothing was changed.');
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== version)
    return refuse('The link was made by another version of this page. Nothing was changed.');
  const reading = Draft.safeParse('draft' in value ? value.draft : null);
  if (!reading.success) return refuse('The link does not hold a draft. Nothing was changed.');
  return { ok: true, draft: reading.data };
}

function refuse(message: string): LinkReading {
  return { ok: false, message };
}
