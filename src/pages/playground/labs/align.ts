// Alignment of two scores at common token borders.
import { scoreOf, type Score, type ScoredToken } from '#run/echo-score.ts';

/** Whole tokens of both models. Offsets are UTF-16 units. */
export interface AlignedPart {
  readonly start: number;
  readonly end: number;
  /** Nats; null if a token does not count. */
  readonly a: number | null;
  readonly b: number | null;
  /** b − a; null if either is unknown. */
  readonly difference: number | null;
}

/** Sums over parts that both models scored; null without any. */
export interface AlignedTotals {
  readonly a: number | null;
  readonly b: number | null;
  /** UTF-16 units. */
  readonly compared: number;
  /** UTF-8 bytes of the same text. */
  readonly bytes: number;
}

/** Cuts only at shared borders: every part's surprise is the sum of its tokens, without estimates. */
export function alignScores(length: number, one: Score, other: Score): readonly AlignedPart[] {
  const shared = new Set(startsOf(other.tokens));
  const borders = [0, ...startsOf(one.tokens).filter((start) => start > 0 && shared.has(start)), length];
  const parts: AlignedPart[] = [];
  const takeOne = takerOf(one.tokens);
  const takeOther = takerOf(other.tokens);
  for (let index = 0; index + 1 < borders.length; index += 1) {
    const start = borders[index] ?? 0;
    const end = borders[index + 1] ?? length;
    if (start === end) continue;
    const a = surpriseOf(takeOne(end));
    const b = surpriseOf(takeOther(end));
    parts.push({ start, end, a, b, difference: a === null || b === null ? null : b - a });
  }
  return parts;
}

export function totalsOf(text: string, parts: readonly AlignedPart[]): AlignedTotals {
  const encoder = new TextEncoder();
  let a = 0;
  let b = 0;
  let compared = 0;
  let bytes = 0;
  for (const part of parts) {
    if (part.a === null || part.b === null) continue;
    a += part.a;
    b += part.b;
    compared += part.end - part.start;
    bytes += encoder.encode(text.slice(part.start, part.end)).length;
  }
  return compared === 0 ? { a: null, b: null, compared, bytes } : { a, b, compared, bytes };
}

/** Only equal tokenizations have comparable perplexities. */
export function isSameDivision(one: Score, other: Score): boolean {
  return (
    one.tokens.length === other.tokens.length &&
    one.tokens.every(({ start, end }, index) => {
      const token = other.tokens[index];
      return token?.start === start && token.end === end;
    })
  );
}

/** Positions, largest first; ties in text order. */
export function largestDifferences(parts: readonly AlignedPart[], most: number): readonly number[] {
  const size = (position: number) => Math.abs(parts[position]?.difference ?? 0);
  return parts
    .flatMap(({ difference }, position) => (difference === null || difference === 0 ? [] : [position]))
    .toSorted((one, other) => size(other) - size(one))
    .slice(0, most);
}

/** A token without text is a piece of the next character. */
function startsOf(tokens: readonly ScoredToken[]): readonly number[] {
  return tokens.filter(({ start, end }) => end > start).map(({ start }) => start);
}

/** Each call returns the next tokens before an offset. */
function takerOf(tokens: readonly ScoredToken[]): (end: number) => readonly ScoredToken[] {
  let next = 0;
  return (end) => {
    const from = next;
    while ((tokens[next]?.start ?? end) < end) next += 1;
    return tokens.slice(from, next);
  };
}

function surpriseOf(tokens: readonly ScoredToken[]): number | null {
  const { sum, count } = scoreOf(tokens);
  return sum === null || count < tokens.length ? null : Math.abs(sum);
}
