// Reads a whole body as text within bounds of size and patience.
import { snippet, ApiError, isAbort } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { parseJson } from './json.ts';

/** How much is kept, and how long a silence between two reads may last. */
interface BodyLimits {
  readonly maxBytes: number;
  readonly idleMs: number;
}

/** As much of the body as the limits allow. */
interface BodyText {
  readonly text: string;
  /** Null where the whole body is in `text`, else why it is not: `too_large`, or the error that broke it off. */
  readonly incomplete: 'too_large' | Error | null;
}

/** Bounds of a JSON answer: ten thousand records with long names are well within. */
const jsonLimits: BodyLimits = { maxBytes: 64 * 1_024 * 1_024, idleMs: 30_000 };

/** A page is shown by its first 200 characters. */
const maxPageBytes = 4_096;

/** Reads a body. Never throws: what broke it off is part of the result. */
export async function readText(answer: HttpAnswer, limits: BodyLimits): Promise<BodyText> {
  const reader = answer.response.body?.getReader();
  if (!reader) return { text: '', incomplete: null };
  return readRest(answer, reader, [], limits);
}

/** Reads what is left of a body after `already`; of a page only what its beginning can be shown from. Never throws. */
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
    const timer = setTimeout(() => answer.abort(silent(limits.idleMs)), limits.idleMs);
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

/** Reads the text of a JSON answer and closes it. Throws ApiError as `wholeText`. */
export async function readWholeText(answer: HttpAnswer): Promise<string> {
  const reader = answer.response.body?.getReader();
  try {
    return wholeText(reader ? await readRest(answer, reader, []) : { text: '', incomplete: null });
  } finally {
    answer.close();
  }
}

/** Reads a JSON answer and closes it. Throws ApiError as `wholeText`, and decode where it is no JSON. */
export async function readJson(answer: HttpAnswer): Promise<unknown> {
  const text = await readWholeText(answer);
  try {
    return parseJson(text);
  } catch {
    throw unreadable(text);
  }
}

/** The text of a whole body. Throws ApiError: cut where it broke off, decode where it is empty, too large or a page. */
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

/** The error for a whole body in which no answer of the interface was found: half of its JSON, or something else. */
export function unreadable(text: string): ApiError {
  if (!/^\s*[[{]/.test(text) || isJson(text)) return notAnApiAnswer(text);
  return new ApiError('decode', 'The answer begins as JSON and is not whole or not well formed.', {
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

/** The error for a page, a portal or a plain text where an answer of the interface should be. */
export function notAnApiAnswer(text: string): ApiError {
  return new ApiError(
    'decode',
    `This is not an answer of the interface; check the base address. It begins: ${snippet(text) ?? '(nothing readable)'}`,
    { code: 'not_an_api_answer' },
  );
}

function silent(idleMs: number): ApiError {
  return new ApiError(
    'cut',
    `The answer stopped arriving for ${Math.round(idleMs / 1_000)} s and was given up.`,
    {
      code: 'stalled',
    },
  );
}
