// CompletionView of all dialects, with a hand-written parser for speed.
import type { UsageData } from '#api/schema/completion-response.ts';
import type { Open } from '#api/schema/read-list.ts';
import { isErrorBody, isRecord } from './errors.ts';
import { parseJson, parseJsonExactly } from './json.ts';

export interface ViewCounts {
  unrecognised: number;
  /** Tokens that belong to no single choice, fields of a wrong type. */
  misfits: number;
  unequalLogprobs: number;
  unreadableUsage: number;
  /** The total is not the sum of its parts; shown as sent. */
  usageSumDiffers: number;
}

type ReadPayload =
  | { readonly kind: 'view'; readonly view: CompletionView; readonly raw: unknown }
  | { readonly kind: 'error'; readonly raw: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'bad-index' };

export function noViewCounts(): ViewCounts {
  return { unrecognised: 0, misfits: 0, unequalLogprobs: 0, unreadableUsage: 0, usageSumDiffers: 0 };
}

/** Never throws. `malformed`: not a JSON object; `bad-index`: a choice outside 0 to n - 1. */
export function readPayload(text: string, n: number, counts: ViewCounts): ReadPayload {
  let raw: unknown;
  try {
    raw = parseJson(text);
  } catch {
    return { kind: 'malformed' };
  }
  if (!isRecord(raw)) return { kind: 'malformed' };
  if (isErrorBody(raw)) return { kind: 'error', raw };
  const view = readView(raw, n, counts);
  if (view === null) return { kind: 'bad-index' };
  if (!wasRounded(view)) return { kind: 'view', view, raw };
  const exact = parseJsonExactly(text);
  return { kind: 'view', view: (isRecord(exact) ? readView(exact, n, noViewCounts()) : null) ?? view, raw };
}

type Fields = Readonly<Record<string, unknown>>;

function readView(raw: Fields, n: number, counts: ViewCounts): CompletionView | null {
  const { id, choices, prompt } = raw;
  const pieces = readPieces(raw, choices, n, counts);
  if (pieces === null) return null;
  const usage = readUsage(raw['usage'], counts);
  if (pieces.length === 0 && usage === null && !Array.isArray(choices)) counts.unrecognised++;
  let seed = seedOf(raw['seed']);
  if (seed === null && Array.isArray(choices)) {
    const first: unknown = choices[0];
    if (isRecord(first)) seed = seedOf(first['seed']);
  }
  const parts = Array.isArray(prompt)
    ? prompt.filter(isRecord).map((part) => promptPiece(part, counts))
    : null;
  return {
    id: typeof id === 'string' ? id : null,
    pieces,
    prompt: parts !== null && everyPieceHasPrompt(pieces, parts, usage) ? null : parts,
    usage,
    seed,
  };
}

/**
 * Whether every choice begins with the prompt. One may also repeat the prompt as its own text, but then it
 * has no more tokens than were generated.
 */
function everyPieceHasPrompt(
  pieces: readonly Piece[],
  prompt: readonly PromptPiece[],
  usage: UsageData | null,
): boolean {
  const text = prompt.map((part) => part.text).join('');
  if (text === '' || pieces.length === 0 || !pieces.every((piece) => piece.text.startsWith(text)))
    return false;
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens.length, 0);
  return tokens === 0 || usage === null || tokens > usage.completion_tokens;
}

/** Null if a choice's index is out of range. */
function readPieces(raw: Fields, choices: unknown, n: number, counts: ViewCounts): readonly Piece[] | null {
  const { token } = raw;
  const finish = finishOf(raw['finish_reason']);
  const list: readonly unknown[] = Array.isArray(choices) ? choices : [];
  if (list.length === 0) {
    // A token without a choice can only belong to the one completion requested.
    if (!isRecord(token) && finish === null) return [];
    if (n !== 1) {
      counts.misfits++;
      return [];
    }
    return [pieceOf({}, 0, isRecord(token) ? token : null, true, finish, counts)];
  }
  const only = list.length === 1;
  if (!only && isRecord(token)) counts.misfits++;
  const pieces: Piece[] = [];
  for (let position = 0; position < list.length; position++) {
    const choice = list[position];
    if (!isRecord(choice)) {
      counts.misfits++;
      continue;
    }
    const index = choice['index'] ?? position;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= n) return null;
    pieces.push(pieceOf(choice, index, only && isRecord(token) ? token : null, n === 1, finish, counts));
  }
  return pieces;
}

function pieceOf(
  choice: Fields,
  index: number,
  token: Fields | null,
  isSole: boolean,
  chunkFinish: string | null,
  counts: ViewCounts,
): Piece {
  const { delta, logprobs } = choice;
  const content = isRecord(delta) ? delta['content'] : undefined;
  const ownToken = token === null ? null : tokenOf(token, counts);
  const own = choice['text'];
  // The delta repeats the text: append only one. The token's text counts only if both are missing.
  let text = typeof own === 'string' ? own : '';
  if (text === '' && typeof content === 'string') text = content;
  else if (typeof own !== 'string' && isSole && ownToken) text = ownToken.text;
  if (own !== undefined && own !== null && typeof own !== 'string') counts.misfits++;

  let tokens: readonly PieceToken[] = ownToken ? [ownToken] : [];
  if (logprobs !== undefined && logprobs !== null) {
    const reported = readLogprobs(logprobs, text);
    if (reported.isUnequal) counts.unequalLogprobs++;
    tokens = mergeToken(reported.tokens, ownToken);
  }
  if (isRecord(delta)) {
    const repeated = tokenIdOf(delta['token_id']);
    const first = tokens[0];
    if (repeated.id !== null && tokens.length < 2 && (first?.id ?? null) === null) {
      tokens = [{ ...(first ?? { text, logprob: null, special: false }), ...repeated }];
    }
  }
  return { index, text, tokens, finishReason: finishOf(choice['finish_reason']) ?? chunkFinish };
}

/** The chunk's token has id and special flag, the choice's logprobs have the alternatives. */
function mergeToken(reported: readonly PieceToken[], own: PieceToken | null): readonly PieceToken[] {
  const first = reported[0];
  if (own === null || reported.length > 1) return reported;
  if (first === undefined) return [own];
  return [{ ...first, ...own, logprob: own.logprob ?? first.logprob }];
}

function tokenOf(token: Fields, counts: ViewCounts): PieceToken {
  const { id, text, logprob, special } = token;
  if (typeof text !== 'string' || typeof special !== 'boolean') counts.misfits++;
  const isPlainId = typeof id === 'number' && Number.isInteger(id);
  if (!isPlainId && tokenIdOf(id).id === null) counts.misfits++;
  const rest = {
    text: typeof text === 'string' ? text : '',
    logprob: logprobOf(logprob),
    special: special === true,
  };
  return isPlainId ? { id, ...rest } : { ...tokenIdOf(id), ...rest };
}

function promptPiece(part: Fields, counts: ViewCounts): PromptPiece {
  const text = typeof part['text'] === 'string' ? part['text'] : '';
  const { tokens, isUnequal } = readLogprobs(part['logprobs'], text);
  if (isUnequal) counts.unequalLogprobs++;
  return { text, tokens };
}

/** Some services send "" until a completion ends. */
function finishOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function seedOf(value: unknown): number | string | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d{1,40}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function readUsage(value: unknown, counts: ViewCounts): UsageData | null {
  if (value === undefined || value === null) return null;
  const { prompt_tokens, completion_tokens, total_tokens } = isRecord(value) ? value : {};
  if (!isCount(prompt_tokens) || !isCount(completion_tokens) || !isCount(total_tokens)) {
    counts.unreadableUsage++;
    return null;
  }
  if (prompt_tokens + completion_tokens !== total_tokens) counts.usageSumDiffers++;
  return { ...(isRecord(value) ? value : {}), prompt_tokens, completion_tokens, total_tokens };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** JSON.parse rounded a seed or a token id. */
function wasRounded({ seed, pieces }: CompletionView): boolean {
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) return true;
  for (const piece of pieces) {
    for (const token of piece.tokens) {
      if (token.id !== null && token.exactId === undefined && !Number.isSafeInteger(token.id)) return true;
    }
  }
  return false;
}

interface ReadTokens {
  readonly tokens: readonly PieceToken[];
  readonly isUnequal: boolean;
}

const noTokens: ReadTokens = { tokens: [], isUnequal: false };

/**
 * Reads the document's three arrays (any may be missing), a bare number for the token `text`, llama.cpp's
 * `content`, `top_logprobs` as an object or an array. Never throws.
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

/** Infinities as sent; null for NaN and anything else. */
export function logprobOf(value: unknown): number | null {
  return typeof value === 'number' && !Number.isNaN(value) ? value : null;
}

/** Digits too long for a number go into `exactId`. */
export function tokenIdOf(value: unknown): Pick<PieceToken, 'id' | 'exactId'> {
  if (typeof value === 'number' && Number.isInteger(value)) return { id: value };
  if (typeof value !== 'string' || !/^-?\d{1,40}$/.test(value)) return { id: null };
  const id = Number(value);
  return Number.isSafeInteger(id) ? { id } : { id, exactId: value };
}

/** The document's form, and vLLM's: arrays that correspond by position. */
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

/** As sent by chat services and llama.cpp. */
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

/** A map from text to logprob, or a list of objects. Null if there are none. */
function topOf(value: unknown): readonly TopToken[] | null {
  if (Array.isArray(value)) {
    const found = value.filter(isRecord).map((entry): TopToken => {
      const { id } = tokenIdOf(entry['id'] ?? entry['token_id']);
      const reported = entry['token'] ?? entry['text'];
      const text = typeof reported === 'string' ? reported : '';
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

export interface TopToken {
  readonly text: string;
  readonly id?: number;
  readonly logprob: number | null;
}

export interface PieceToken {
  /** Null if not sent. Approximate beyond 2^53; `exactId` then holds the digits. */
  readonly id: number | null;
  readonly exactId?: string;
  /** Not always part of the piece's text: a special token adds none. */
  readonly text: string;
  /**
   * Natural logarithm as sent; null if absent or NaN. -Infinity, values above 0 and servers' floors (-9999,
   * -3.4e38) are kept.
   */
  readonly logprob: number | null;
  readonly special: boolean;
  readonly top?: readonly TopToken[];
}

/** Added to one completion by an event or a JSON answer. */
export interface Piece {
  /** From 0 to n - 1. */
  readonly index: number;
  readonly text: string;
  readonly tokens: readonly PieceToken[];
  readonly finishReason: Open<'stop' | 'eos' | 'length'> | null;
}

interface PromptPiece {
  readonly text: string;
  readonly tokens: readonly PieceToken[];
}

export interface CompletionView {
  readonly id: string | null;
  readonly pieces: readonly Piece[];
  /** Set if echo was requested and the pieces do not begin with the prompt. */
  readonly prompt: readonly PromptPiece[] | null;
  /** The last that is not null counts. */
  readonly usage: UsageData | null;
  /** A string of digits beyond 2^53. Null if not sent. */
  readonly seed: number | string | null;
}
