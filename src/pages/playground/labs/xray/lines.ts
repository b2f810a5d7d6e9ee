// A scored text line by line.
import { scoreOf, type Score, type ScoredToken } from '#pages/playground/labs/score/score.ts';

/** One line of a text, with the score of its tokens. */
export interface ScoredLine extends Score {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The first of its tokens in the whole text. */
  readonly firstToken: number;
}

/** How lines are ordered. */
export type LineOrder = 'order' | 'surprise';

/**
 * The lines that tokens belong to, in order. A token belongs to the line of its first character that ends no line; one
 * of nothing but line ends belongs to the line that it ends.
 */
export function linesOf(score: Score): readonly ScoredLine[] {
  const text = score.tokens.map((token) => token.text).join('');
  const texts = text.split('\n');
  const byLine = new Map<number, { readonly firstToken: number; readonly tokens: ScoredToken[] }>();
  let line = 0;
  score.tokens.forEach((token, position) => {
    const shown = token.text.search(/[^\r\n]/);
    const own = line + (shown === -1 ? 0 : countLineEnds(token.text.slice(0, shown)));
    const known = byLine.get(own);
    if (known) known.tokens.push(token);
    else byLine.set(own, { firstToken: position, tokens: [token] });
    line += countLineEnds(token.text);
  });
  const lines: ScoredLine[] = [];
  for (const [index, { firstToken, tokens }] of byLine) {
    lines.push({ ...scoreOf(tokens), number: index + 1, text: texts[index] ?? '', firstToken });
  }
  return lines;
}

/** Sorts lines; by surprise the highest mean comes first, and lines of which nothing counts come last. */
export function orderLines(lines: readonly ScoredLine[], order: LineOrder): readonly ScoredLine[] {
  if (order === 'order') return lines;
  return lines.toSorted((one, other) => (one.mean ?? 1) - (other.mean ?? 1));
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}
