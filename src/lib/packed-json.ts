// Compressed JSON for URLs: deflate and base64url, bounded when unpacked.

/** Letters, digits, `-` and `_`. */
export async function packJson(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Undefined if it cannot be unpacked. Never throws.
 * @param maxBytes of unpacked text, against decompression bombs
 */
export async function unpackJson(packed: string, maxBytes: number): Promise<unknown> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const text = await readAtMost(stream.getReader(), maxBytes);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readAtMost(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
