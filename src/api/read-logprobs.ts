// Log probabilities in every form that services use, as one list of tokens.
import { isRecord } from './error-body.ts';
import type { PieceToken, TopToken } from './view.ts';

/** What a part said about its tokens. */
export interface ReadTokens {
  readonly tokens: readonly PieceToken[];
  /** Whether its arrays had different lengths; they are paired up to the shortest. */
  readonly isUnequal: boolean;
}

const noTokens: ReadTokens = { tokens: [], isUnequal: false };

/**
 * Reads `logprobs`: the document's three arrays (any of them may be missing), a bare number for the one token whose text
 * is `text`, llama.cpp's `content`, `top_logprobs` as one object or an array. Never throws.
 */
export function readLogprobs(logprobs: unknown, text: string): ReadTokens {
  if (typeof logprobs === 'number') {
    return { tokens: [{ id: null, text, logprob: logprobOf(logprobs), special: false }], isUnequal: false };
  }
  if (!isRecord(logprobs)) return noTokens;
  const content = logprobs['content'];
  return Array.isArray(content)
    ? { tokens: content.map(contentToken), isUnequal: false }
    : fromArrays(logprobs);
}

/** A logprob as it came: a finite number or an infinity. Null for NaN and for what is no number. */
export function logprobOf(value: unknown): number | null {
  return typeof value === 'number' && !Number.isNaN(value) ? value : null;
}

/** A token id. Digits that a number cannot hold stand in `exactId`. */
export function tokenIdOf(value: unknown): Pick<PieceToken, 'id' | 'exactId'> {
  if (typeof value === 'number' && Number.isInteger(value)) return { id: value };
  if (typeof value !== 'string' || !/^-?\d{1,40}$/.test(value)) return { id: null };
  const id = Number(value);
  return Number.isSafeInteger(id) ? { id } : { id, exactId: value };
}

/** The document's form, and vLLM's: arrays that correspond position by position. */
function fromArrays(part: Readonly<Record<string, unknown>>): ReadTokens {
  const texts = listOf(part['tokens']);
  const logprobs = listOf(part['token_logprobs']);
  const ids = listOf(part['token_ids']);
  const lengths = [texts, logprobs, ids].flatMap((list) => (list === null ? [] : [list.length]));
  if (lengths.length === 0) return noTokens;
  const length = Math.min(...lengths);
  const top = part['top_logprobs'];
  const tops = Array.isArray(top) ? top : length === 1 ? [top] : [];
  const tokens: PieceToken[] = [];
  for (let i = 0; i < length; i++) {
    const text: unknown = texts?.[i];
    const alternatives = topOf(tops[i]);
    tokens.push({
      ...tokenIdOf(ids?.[i]),
      text: typeof text === 'string' ? text : '',
      logprob: logprobOf(logprobs?.[i]),
      special: false,
      ...(alternatives && { top: alternatives }),
    });
  }
  return { tokens, isUnequal: Math.max(...lengths) !== length };
}

/** An element of `content`, as chat services and llama.cpp send it. */
function contentToken(element: unknown): PieceToken {
  const part = isRecord(element) ? element : {};
  const text = part['token'];
  const alternatives = topOf(part['top_logprobs']);
  return {
    ...tokenIdOf(part['id']),
    text: typeof text === 'string' ? text : '',
    logprob: logprobOf(part['logprob']),
    special: false,
    ...(alternatives && { top: alternatives }),
  };
}

/** The alternatives of one token: a map from text to logprob, or a list of objects. Null where there are none. */
function topOf(value: unknown): readonly TopToken[] | null {
  if (Array.isArray(value)) {
    const found = value.filter(isRecord).map((entry): TopToken => {
      const { id } = tokenIdOf(entry['id'] ?? entry['token_id']);
      const said = entry['token'] ?? entry['text'];
      const text = typeof said === 'string' ? said : '';
      const logprob = logprobOf(entry['logprob']);
      return id === null ? { text, logprob } : { text, id, logprob };
    });
    return found.length === 0 ? null : found;
  }
  if (!isRecord(value)) return null;
  const found = Object.entries(value).map(([text, logprob]) => ({ text, logprob: logprobOf(logprob) }));
  return found.length === 0 ? null : found;
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}
