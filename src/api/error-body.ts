// Finds what a service says in the body of an error, in every form that services use.
import { parseJson } from './json.ts';

/** ErrorData's fields as far as they were there; `message` is what the service said, never a fallback. */
export interface ErrorFields {
  readonly message: string | null;
  readonly type: string | null;
  readonly param: string | null;
  readonly code: string | null;
}

/** Longest part of a body that is not JSON that is ever shown. */
const maxSnippet = 200;
/** Longest message of a service that is ever shown. */
const maxMessage = 1_000;

const nothing: ErrorFields = { message: null, type: null, param: null, code: null };

/**
 * Reads an error body: ErrorData, ErrorData with more around it, `{error: "text"}`, `{message}`, flat fields, `{detail}`,
 * plain text, a proxy's HTML page, nothing. Never throws.
 */
export function readErrorBody(text: string): ErrorFields {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return { ...nothing, message: snippet(text) };
  }
  return errorFieldsOf(body) ?? nothing;
}

/** Reads the fields of an error that is already parsed. Null where the value says nothing. */
export function errorFieldsOf(body: unknown): ErrorFields | null {
  if (typeof body === 'string') return { ...nothing, message: bounded(body, maxMessage) };
  if (!isRecord(body)) return null;
  const inner = body['error'];
  if (typeof inner === 'string' && inner !== '')
    return { ...flatFields(body), message: bounded(inner, maxMessage) };
  if (isRecord(inner)) {
    const outer = flatFields(body);
    const own = flatFields(inner);
    return {
      message: own.message ?? outer.message,
      type: own.type ?? outer.type,
      param: own.param ?? outer.param,
      code: own.code ?? outer.code,
    };
  }
  return flatFields(body);
}

/**
 * Whether a parsed 200 answer, or a streamed event, is an error in disguise: a filled `error` field, or nothing but a
 * message where a completion should be.
 */
export function isErrorBody(body: Readonly<Record<string, unknown>>): boolean {
  const inner = body['error'];
  if (inner !== undefined && inner !== null && inner !== '' && inner !== false) return true;
  return typeof body['message'] === 'string' && body['choices'] === undefined && body['token'] === undefined;
}

/** The beginning of a text as one harmless line: at most 200 characters, no control characters. Null where empty. */
export function snippet(text: string): string | null {
  return bounded(text.slice(0, 4 * maxSnippet), maxSnippet);
}

/** Whether a JSON value is an object and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flatFields(fields: Readonly<Record<string, unknown>>): ErrorFields {
  const detail = fields['detail'];
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  const said = [fields['message'], detail, isRecord(first) ? first['msg'] : undefined].map((value) =>
    typeof value === 'string' ? bounded(value, maxMessage) : null,
  );
  const location = isRecord(first) && Array.isArray(first['loc']) ? first['loc'] : [];
  return {
    message: said.find((value) => value !== null) ?? null,
    type: word(fields['type']),
    param: word(fields['param']) ?? word(location.at(-1)),
    code: word(fields['code']),
  };
}

function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? bounded(value, maxSnippet) : null;
}

/** Control and format characters (bidirectional marks among them) could make a message look like something else. */
function bounded(text: string, limit: number): string | null {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  if (line === '') return null;
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
