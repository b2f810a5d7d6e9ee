// The first bytes of an answer decide what it is: content types of services are not to be relied on.
import type { HttpAnswer } from './http.ts';

/** One read of a body. `bytes` is null where the body has ended. */
export interface BodyRead {
  readonly receivedAt: number;
  readonly bytes: Uint8Array | null;
}

/** What an answer is by its first visible byte, with the bytes that were read to know it. */
export interface Opening extends BodyRead {
  readonly kind: 'events' | 'json' | 'page';
}

/** More white space than this before anything visible is taken as the blank lines of an event stream. */
const maxBlankBytes = 64 * 1_024;

/** Reads up to the first visible byte. Throws what `readOn` throws. */
export async function readOpening(
  answer: HttpAnswer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Opening> {
  let bytes = new Uint8Array();
  for (;;) {
    const read = await readOn(answer, reader);
    if (read.bytes === null) return { ...read, bytes: bytes.length === 0 ? null : bytes, kind: 'events' };
    bytes = joined(bytes, read.bytes);
    const visible = bytes.find((byte) => !isBlank(byte));
    if (visible !== undefined || bytes.length > maxBlankBytes)
      return { ...read, bytes, kind: kindOf(visible) };
  }
}

/** The next read. Throws the answer's failure: an ApiError (cut), or the caller's AbortError. */
export async function readOn(
  answer: HttpAnswer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<BodyRead> {
  try {
    const { value } = await reader.read();
    return { receivedAt: performance.now(), bytes: value ?? null };
  } catch (error) {
    throw answer.failure(error);
  }
}

function kindOf(visible: number | undefined): Opening['kind'] {
  if (visible === 0x7b || visible === 0x5b) return 'json';
  return visible === 0x3c ? 'page' : 'events';
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
