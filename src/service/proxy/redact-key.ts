// Redaction of the access key in bytes from the hosted service.

/** A shorter key is not secret, and could be an ordinary word. */
export const shortestSecret = 8;
const redacted = Buffer.from('[access key]');

/** Returns the same buffer if the key does not occur. */
export function redactKey(bytes: Buffer, key: string | null): Buffer {
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
export function redactKeyAtCut(bytes: Buffer, key: string | null): Buffer {
  const clean = redactKey(bytes, key);
  if (key === null || key.length < shortestSecret) return clean;
  for (let length = Math.min(key.length - 1, clean.length); length > 0; length -= 1) {
    const end = clean.length - length;
    if (clean.subarray(end).equals(Buffer.from(key.slice(0, length)))) return clean.subarray(0, end);
  }
  return clean;
}
