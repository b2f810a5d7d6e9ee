// Reads the body of an answer that is handed on in one piece: whole, or no more of it than anybody needs.
import type { IncomingMessage } from 'node:http';

/** What was read, and whether the body went on. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads to the end, or to the limit. Throws what broke the body off. */
export async function readWhole(incoming: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of piecesOf(incoming)) {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: false };
  }
  return { bytes: Buffer.concat(parts), isWhole: true };
}

/** Reads what comes within these bytes and milliseconds. Never throws: what has come is what there is. */
export async function readStart(
  incoming: IncomingMessage,
  { bytes: maxBytes, withinMs }: { readonly bytes: number; readonly withinMs: number },
): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => incoming.destroy(), withinMs);
  try {
    for await (const part of piecesOf(incoming)) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) break;
    }
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false };
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: size <= maxBytes };
}

/** The pieces of a body as they come; leaving the loop ends the connection. */
export async function* piecesOf(incoming: IncomingMessage): AsyncGenerator<Buffer, void> {
  const pieces: AsyncIterable<unknown> = incoming;
  for await (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
  }
}
