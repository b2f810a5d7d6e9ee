// Takes the access key out of bytes that a hosted service sends, should it repeat it.

/** A shorter key is no secret, and could be a word of an answer. */
export const shortestSecret = 8;
const redacted = Buffer.from('[access key]');

/** The bytes without the key; the same bytes where it does not occur. */
export function strikeKey(bytes: Buffer, key: string | null): Buffer {
  if (key === null || key.length < shortestSecret || !bytes.includes(key)) return bytes;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, from)) {
    parts.push(bytes.subarray(from, at), redacted);
    from = at + key.length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** The same for bytes that were cut off anywhere: a beginning of the key at their end goes, too. */
export function strikeKeyAtCut(bytes: Buffer, key: string | null): Buffer {
  const struck = strikeKey(bytes, key);
  if (key === null || key.length < shortestSecret) return struck;
  for (let length = Math.min(key.length - 1, struck.length); length > 0; length -= 1) {
    const end = struck.length - length;
    if (struck.subarray(end).equals(Buffer.from(key.slice(0, length)))) return struck.subarray(0, end);
  }
  return struck;
}
