// Response bodies: reading text and JSON with a size cap and an idle timeout.
import { snippet, ApiError, isAbort } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { parseJson } from './json.ts';

interface BodyLimits {
  readonly maxBytes: number;
  readonly idleMs: number;
}

interface BodyText {
  readonly text: string;
  /** Null if `text` is the whole body. */
  readonly incomplete: 'too_large' | Error | null;
}

const jsonLimits: BodyLimits = { maxBytes: 64 * 1_024 * 1_024, idleMs: 30_000 };

const maxPageBytes = 4_096;

/** Never throws: an error that ended the body is in `incomplete`. */
export async function readText(answer: HttpAnswer, limits: BodyLimits): Promise<BodyText> {
  const reader = answer.response.body?.getReader();
  if (!reader) return { text: '', incomplete: null };
  return readRest(answer, reader, [], limits);
}

export async function readRest(
  answer: HttpAnswer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  already: readonly Uint8Array[],
  limits: BodyLimits = jsonLimits,
): Promise<BodyText> {
  const decoder = new TextDecoder();
  const parts = already.map((bytes) => decoder.decode(bytes, { stream: true }));
  let size = already.reduce((sum, bytes) => sum + bytes.length, 0);
  let first: string | undefined;
  let incomplete: BodyText['incomplete'] = null;
  for (;;) {
    first ??= /\S/.exec(parts.at(-1) ?? '')?.[0];
    const maxBytes = first === '<' ? Math.min(maxPageBytes, limits.maxBytes) : limits.maxBytes;
    if (size > maxBytes) {
      incomplete = 'too_large';
      break;
    }
    const timer = setTimeout(() => answer.abort(stalled(limits.idleMs)), limits.idleMs);
    try {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(decoder.decode(value.subarray(0, maxBytes - size), { stream: true }));
      size += value.length;
    } catch (error) {
      incomplete = answer.failure(error);
      break;
    } finally {
      clearTimeout(timer);
    }
  }
  return { text: parts.join('') + decoder.decode(), incomplete };
}

/** Closes the answer. Throws like `wholeText`. */
export async function readWholeText(answer: HttpAnswer): Promise<string> {
  const reader = answer.response.body?.getReader();
  try {
    return wholeText(reader ? await readRest(answer, reader, []) : { text: '', incomplete: null });
  } finally {
    answer.close();
  }
}

/** Closes the answer. Throws like `wholeText`, and ApiError (decode) if it is not JSON. */
export async function readJson(answer: HttpAnswer): Promise<unknown> {
  return jsonOf(await readWholeText(answer));
}

/** @throws ApiError (decode) if it is not JSON */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw unreadable(text);
  }
}

/** Throws ApiError: cut if the body broke off, decode if it is empty, too large or HTML. */
export function wholeText({ text, incomplete }: BodyText): string {
  if (/^\s*</.test(text) && !isAbort(incomplete)) throw notAnApiAnswer(text);
  if (incomplete === 'too_large') {
    throw new ApiError('decode', 'The answer is larger than 64 MiB, so the rest of it was not read.', {
      code: 'too_large',
    });
  }
  if (incomplete) throw incomplete;
  if (text.trim() === '') {
    throw new ApiError('decode', 'The service sent an empty answer.', { code: 'empty_answer' });
  }
  return text;
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
    `This is not an answer of the interface; check the base address. It begins: ${snippet(text) ?? '(nothing readable)'}`,
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
