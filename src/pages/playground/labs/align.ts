// Two scores of one text, side by side: the text is cut where tokens of both models end, so that no token is divided.
import { scoreOf, type Score, type ScoredToken } from './score.ts';

/** A part of the text that holds whole tokens of both models. Offsets are UTF-16 units. */
export interface AlignedPart {
  readonly start: number;
  readonly end: number;
  /** Surprise of each model, nats; null where one of its tokens here does not count. */
  readonly a: number | null;
  readonly b: number | null;
  /** b − a: above zero, B is more surprised. Null where one of the two is not known. */
  readonly difference: number | null;
}

/** Sums over the parts that both models judged. */
export interface AlignedTotals {
  readonly a: number;
  readonly b: number;
  /** UTF-16 units of text in these parts. */
  readonly compared: number;
  /** The same in bytes of UTF-8. */
  readonly bytes: number;
}

/**
 * Cuts the text at the borders that both models' tokens share. Nothing is distributed and nothing estimated: a part's
 * surprise is the sum of its own tokens, and the parts sum to the whole.
 */
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

/** What the comparable parts of a text sum to. */
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
  return { a, b, compared, bytes };
}

/** Whether both models divide the text into the same tokens: only then can their perplexities be compared. */
export function isSameDivision(one: Score, other: Score): boolean {
  return (
    one.tokens.length === other.tokens.length &&
    one.tokens.every(({ start, end }, index) => {
      const token = other.tokens[index];
      return token?.start === start && token.end === end;
    })
  );
}

/** Positions of the parts with the largest differences, either way, the largest first; equal ones in the order of the text. */
export function largestDifferences(parts: readonly AlignedPart[], most: number): readonly number[] {
  const size = (position: number) => Math.abs(parts[position]?.difference ?? 0);
  return parts
    .flatMap(({ difference }, position) => (difference === null || difference === 0 ? [] : [position]))
    .toSorted((one, other) => size(other) - size(one))
    .slice(0, most);
}

/** Where tokens with text begin. A token without text is a first piece of what follows it, and makes no border. */
function startsOf(tokens: readonly ScoredToken[]): readonly number[] {
  return tokens.filter(({ start, end }) => end > start).map(({ start }) => start);
}

/** Hands out the tokens in order: each call those that begin before an offset. */
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
