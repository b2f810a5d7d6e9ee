// A long text as a file, made without holding the page still: its bytes are written in slices.
import { createBreather } from './breather.ts';
import { wholeEnd } from './whole-end.ts';

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
