// Response body readers: text and JSON, with size cap and idle timeout.
import { snippet, ApiError, isAbort } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { parseJson, textOf } from './json.ts';

interface BodyLimits {
  readonly maxBytes: number;
  readonly idleMs: number;
}

interface Body {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  /** Null if these are all of the body. */
  readonly incomplete: 'too_large' | Error | null;
}

interface BodyText extends Pick<Body, 'incomplete'> {
  readonly text: string;
}

const jsonLimits: BodyLimits = { maxBytes: 64 * 1_024 * 1_024, idleMs: 30_000 };

const maxPageBytes = 4_096;

/** Closes the answer. Never throws: an error that ended the body is in `incomplete`. */
export async function readText(answer: HttpAnswer, limits: BodyLimits): Promise<BodyText> {
  const { chunks, incomplete } = await readBody(answer, limits);
  return { text: textOf(chunks), incomplete };
}

export async function readRest(
  answer: HttpAnswer,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  already: readonly Uint8Array<ArrayBuffer>[],
  limits: BodyLimits = jsonLimits,
  onChunk?: (chunk: Uint8Array) => void,
): Promise<Body> {
  const chunks = [...already];
  let size = sizeOf(chunks);
  let first: number | undefined;
  for (;;) {
    first ??= chunks.at(-1)?.find((byte) => !isBlank(byte));
    const maxBytes = first === lessThan ? Math.min(maxPageBytes, limits.maxBytes) : limits.maxBytes;
    if (size > maxBytes) return { chunks, incomplete: 'too_large' };
    const timer = setTimeout(() => answer.abort(stalled(limits.idleMs)), limits.idleMs);
    try {
      const { done, value } = await reader.read();
      if (done) return { chunks, incomplete: null };
      const chunk = value.subarray(0, maxBytes - size);
      chunks.push(chunk);
      size += value.length;
      onChunk?.(chunk);
    } catch (error) {
      return { chunks, incomplete: answer.failure(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** White space, or a byte of the byte order mark of UTF-8. */
export function isBlank(byte: number): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

const lessThan = 0x3c;

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Closes the answer. Never throws.
 * @param onChunk called as the body grows
 */
export async function readBody(
  answer: HttpAnswer,
  limits = jsonLimits,
  onChunk?: (chunk: Uint8Array) => void,
): Promise<Body> {
  const reader = answer.response.body?.getReader();
  try {
    return reader ? await readRest(answer, reader, [], limits, onChunk) : { chunks: [], incomplete: null };
  } finally {
    answer.close();
  }
}

/** Closes the answer. Throws like `wholeText`. */
export async function readWholeText(answer: HttpAnswer): Promise<string> {
  return wholeText(await readBody(answer));
}

/** Closes the answer. Throws like `wholeText`, and ApiError (decode) if it is not JSON. */
export async function readJson(answer: HttpAnswer): Promise<unknown> {
  return jsonOf(await readWholeText(answer));
}

/**
 * @param nan as in `parseJson`
 * @throws ApiError (decode) if it is not JSON
 */
export function jsonOf(text: string, nan?: '"NaN"'): unknown {
  try {
    return parseJson(text, nan);
  } catch {
    throw unreadable(text);
  }
}

/** Throws ApiError: cut if the body broke off, decode if it is empty, too large or HTML. */
export function wholeText({ chunks, incomplete }: Body): string {
  const text = textOf(chunks);
  if (/^\s*</.test(text) && !isAbort(incomplete)) throw notAnApiAnswer(text);
  if (incomplete === 'too_large') {
    throw new ApiError('decode', 'The answer is larger than 64 MiB, so the rest of it was not read.', {
      code: 'too_large',
    });
  }
  if (incomplete) throw incomplete;
  if (text.trim() === '') throw emptyAnswer();
  return text;
}

export function emptyAnswer(): ApiError {
  return new ApiError('decode', 'The service sent an empty answer.', { code: 'empty_answer' });
}

export function unreadable(text: string): ApiError {
  if (!/^\s*[[{]/.test(text) || isJson(text)) return notAnApiAnswer(text);
  return new ApiError('decode', 'The answer starts as JSON but is incomplete or invalid.', {
    code: 'malformed_answer',
  });
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

export function notAnApiAnswer(text: string): ApiError {
  return new ApiError(
    'decode',
    `This is not an API response; check the base address. It begins: ${snippet(text) ?? '(nothing readable)'}`,
    { code: 'not_an_api_answer' },
  );
}

function stalled(idleMs: number): ApiError {
  return new ApiError(
    'cut',
    `The answer stopped arriving for ${Math.round(idleMs / 1_000)} s and was abandoned.`,
    {
      code: 'stalled',
    },
  );
}
