// Surrogate pairs, shortened texts and lengths in UTF-8.

/** `end`, or one less if that would split a surrogate pair. UTF-16 offsets. */
export function surrogateSafeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** At most `maxLength` UTF-16 units, the ellipsis included; never half a surrogate pair. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, surrogateSafeEnd(text, maxLength - 1))}…` : text;
}

/** Lone surrogates become U+FFFD. Some supported browsers lack `toWellFormed`. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** In bytes; a lone surrogate counts as U+FFFD. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

const encoder = new TextEncoder();
