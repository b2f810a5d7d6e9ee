// A draft as a link: compressed into the fragment of the address, which browsers send to no server. It never holds a key.
import { Draft } from '#pages/playground/draft.ts';
import { linkMark } from './link-mark.ts';

/** Raised when the shape changes. */
const version = 1;

/** Bytes that a link may unfold to, so that a crafted one cannot fill the memory. */
const maxBytes = 4 * 1_024 * 1_024;

/** The fragment of a link that fills the playground with a draft, `#draft=` and base64url of deflated JSON. */
export async function writeLink(draft: Draft): Promise<string> {
  const text = new Blob([JSON.stringify({ version, draft })]);
  const packed = await new Response(
    text.stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  return linkMark + toBase64Url(new Uint8Array(packed));
}

/** A draft, or a sentence about what is wrong with the link. */
export type LinkReading =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly message: string };

/** Reads a fragment that begins with the mark. Never throws; nothing is sent. */
export async function readLink(fragment: string): Promise<LinkReading> {
  const bytes = fromBase64Url(fragment.slice(linkMark.length));
  const text = bytes && (await unpack(bytes));
  if (text === null) return refuse('The link is damaged: perhaps its end was cut off. Nothing was changed.');
  const value = parse(text);
  if (value?.version !== version)
    return refuse('The link was made by another version of this page. Nothing was changed.');
  const reading = Draft.safeParse(value.draft);
  if (!reading.success) return refuse('The link does not hold a draft. Nothing was changed.');
  return { ok: true, draft: reading.data };
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [text, size] = ['', 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        return null;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return null;
  }
}

function parse(text: string): { readonly version?: unknown; readonly draft?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function refuse(message: string): LinkReading {
  return { ok: false, message };
}
