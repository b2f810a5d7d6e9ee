// Share link codec of drafts.
import { packJson, unpackJson } from '#lib/packed-json.ts';
import { Draft } from '#draft/draft.ts';
import { linkMark } from './use-link-fragment.ts';

/** Increment when the shape changes. */
const version = 1;

/** Against decompression bombs. */
const maxBytes = 4 * 1_024 * 1_024;

/** `#draft=` and base64url of deflated JSON, without key. Fragments are sent to no server. */
export async function writeLink(draft: Draft): Promise<string> {
  return linkMark + (await packJson({ version, draft }));
}

type LinkReading =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly message: string };

/** Never throws. @param fragment starts with `linkMark` */
export async function readLink(fragment: string): Promise<LinkReading> {
  const value = await unpackJson(fragment.slice(linkMark.length), maxBytes);
  if (value === undefined)
    return refuse('The link is damaged; its end may have been cut off. Nothing was changed.');
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== version)
    return refuse('The link was made by another version of this page. Nothing was changed.');
  const reading = Draft.safeParse('draft' in value ? value.draft : null);
  if (!reading.success) return refuse('The link contains no draft. Nothing was changed.');
  return { ok: true, draft: reading.data };
}

function refuse(message: string): LinkReading {
  return { ok: false, message };
}
