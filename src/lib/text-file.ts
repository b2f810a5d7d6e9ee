// A long text as a file, and back, without holding the page still: its bytes are written and read in slices.
import { createBreather } from './yield-to-page.ts';
import { wholeEnd } from './surrogate-safe.ts';

/** Characters (UTF-16 units) of a slice: some milliseconds of writing. */
const sliceLength = 262_144;

/** The text as UTF-8; half of a surrogate pair becomes U+FFFD. */
export async function textFile(text: string): Promise<Blob> {
  const breathe = createBreather();
  const parts: Blob[] = [];
  for (let from = 0; from < text.length;) {
    const to = wholeEnd(text, from + sliceLength);
    parts.push(new Blob([text.slice(from, to)]));
    from = to;
    await breathe();
  }
  return new Blob(parts);
}

/** The text of a file that holds UTF-8, as `text()` gives it. */
export async function readTextFile(file: Blob): Promise<string> {
  const decoder = new TextDecoder();
  const breathe = createBreather();
  let text = '';
  for (let from = 0; from < file.size; from += sliceBytes) {
    const bytes = await file.slice(from, from + sliceBytes).arrayBuffer();
    text += decoder.decode(bytes, { stream: true });
    await breathe();
  }
  return text + decoder.decode();
}

/** Bytes of a slice: a millisecond or two of reading. */
const sliceBytes = 1_048_576;
