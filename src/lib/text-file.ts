// A long text as a file, made without holding the page still: its bytes are written in slices.
import { createBreather } from './breather.ts';

/** Characters (UTF-16 units) of a slice: some milliseconds of writing. */
const sliceLength = 262_144;

/** The text as UTF-8; half of a surrogate pair becomes U+FFFD. */
export async function textFile(text: string): Promise<Blob> {
  const breathe = createBreather();
  const parts: Blob[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + sliceLength;
    const last = text.charCodeAt(end - 1);
    // A pair is not torn: its first half goes into the next slice.
    const to = last >= 0xd800 && last <= 0xdbff && end < text.length ? end - 1 : end;
    parts.push(new Blob([text.slice(from, to)]));
    from = to;
    await breathe();
  }
  return new Blob(parts);
}
