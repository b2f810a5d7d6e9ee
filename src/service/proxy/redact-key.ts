// Redaction of the access key in bytes from the hosted service.

/** A shorter key is not secret, and could be an ordinary word. */
export const shortestSecret = 8;
const redacted = Buffer.from('[access key]');

/** Returns the same buffer if the key does not occur. */
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

/** For bytes cut off anywhere: also removes a prefix of the key at their end. */
export function strikeKeyAtCut(bytes: Buffer, key: string | null): Buffer {
  const struck = strikeKey(bytes, key);
  if (key === null || key.length < shortestSecret) return struck;
  for (let length = Math.min(key.length - 1, struck.length); length > 0; length -= 1) {
    const end = struck.length - length;
    if (struck.subarray(end).equals(Buffer.from(key.slice(0, length)))) return struck.subarray(0, end);
  }
  return struck;
}
