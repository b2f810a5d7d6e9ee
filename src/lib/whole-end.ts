// Where a text may be cut without tearing a surrogate pair.

/** `end`, or the place before it where what stands before `end` would be the first half of a pair. Offsets in UTF-16 units. */
export function wholeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
