// A key for each entry that a link can name: the same one after a reload, and in another browser.

/** Gives equal keys numbers, so that each is unique; the first keeps its own. */
export function uniqueKeys(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}~${count}`;
  });
}

/** A short key of the content: two 32-bit FNV-1a sums in base 36. Not for secrets. */
export function contentKey(parts: readonly string[]): string {
  const text = parts.join('\u0000');
  return fnv(text, 0x811c9dc5).toString(36) + fnv(text, 0x01234567).toString(36);
}

function fnv(text: string, basis: number): number {
  let sum = basis;
  for (let index = 0; index < text.length; index += 1) {
    sum ^= text.charCodeAt(index);
    sum = Math.imul(sum, 0x01000193);
  }
  return sum >>> 0;
}
