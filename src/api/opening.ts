// The first bytes of an answer decide what it is: content types of services are not to be relied on.
import type { HttpAnswer } from './http.ts';

/** What an answer is by its first visible byte, events or one body (JSON, a page), with the bytes that were read to know it. */
export interface Opening {
  readonly kind: 'events' | 'whole';
  /** Null where the body has ended without any. */
  readonly bytes: Uint8Array | null;
  /** When the last of them came, by `performance.now()`. */
  readonly receivedAt: number;
}

/** More white space than this before anything visible is taken as the blank lines of an event stream. */
const maxBlankBytes = 64 * 1_024;

/** Reads up to the first visible byte. Throws the answer's failure: an ApiError (cut), or the caller's AbortError. */
export async function readOpening(
  answer: HttpAnswer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Opening> {
  let bytes = new Uint8Array();
  for (;;) {
    const read = await reader.read().catch((error: unknown) => {
      throw answer.failure(error);
    });
    const receivedAt = performance.now();
    if (read.done) return { kind: 'events', bytes: bytes.length === 0 ? null : bytes, receivedAt };
    bytes = joined(bytes, read.value);
    const visible = bytes.find((byte) => !isBlank(byte));
    if (visible !== undefined || bytes.length > maxBlankBytes)
      return { kind: kindOf(visible), bytes, receivedAt };
  }
}

function kindOf(visible: number | undefined): Opening['kind'] {
  return visible !== undefined && '{[<'.includes(String.fromCharCode(visible)) ? 'whole' : 'events';
}

/** White space, and the three bytes of a byte order mark. */
function isBlank(byte: number): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
