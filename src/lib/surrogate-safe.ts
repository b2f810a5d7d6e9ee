// Surrogate pairs: safe cutting, and repair of torn ones.

/** `end`, or one less if that would split a surrogate pair. UTF-16 offsets. */
export function wholeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Replaces lone surrogates with U+FFFD. Some supported browsers lack String's `toWellFormed`. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
