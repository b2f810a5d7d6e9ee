// Texts without torn surrogate pairs: where one may be cut, and one that was torn made whole.

/** `end`, or the place before it where what stands before `end` would be the first half of a pair. Offsets in UTF-16 units. */
export function wholeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** The text with U+FFFD for every half of a pair that stands alone. String's own `toWellFormed` is younger than some browsers that the build serves. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
