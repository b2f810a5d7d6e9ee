// Tells files that hold no readable text by their first bytes, and says what to do about each.

/** Why the bytes are no text in UTF-8, in sentences for a person; null where they may be. @param bytes the file's first ones */
export function whyNoText(bytes: Uint8Array, name: string): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'The file is in UTF-16, which cannot be read. Save it as UTF-8 and open it again.';
  if (first === 0x1f && second === 0x8b) return 'The file is compressed. Unpack it and open what is inside.';
  if (first === 0x50 && second === 0x4b && bytes[2] === 0x03)
    return 'The file is an archive. Unpack it and open what is inside.';
  if (!bytes.subarray(0, 65_536).includes(0)) return null;
  return name.includes('tfevents')
    ? 'The file is a binary event file. Download CSV or JSON from TensorBoard and open that.'
    : 'The file is binary, no text. Logs as CSV, JSON, JSON lines or console text can be read.';
}
