// Most surprising spans and lines of a text.
import { Choice } from '#run/choice.ts';
import { whyLeftOut, type ScoredToken, scoreOf, type Score } from '#run/echo-score.ts';

export interface Span {
  /** Positions; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Mean of counted tokens, nats. */
  readonly surprise: number;
  /** Most surprising token. */
  readonly peak: number;
}

/**
 * Non-overlapping, highest mean first. At least half of the tokens must count.
 * @param width tokens per window; a shorter text is one window
 */
export function surprisingSpans(
  tokens: readonly ScoredToken[],
  width: number,
  most: number,
): readonly Span[] {
  if (tokens.length === 0) return [];
  const length = Math.min(width, tokens.length);
  const windows: Span[] = [];
  for (let to = length; to <= tokens.length; to += 1) {
    const span = readSpan(tokens, to - length, to);
    if (span !== null) windows.push(span);
  }
  const chosen: Span[] = [];
  const isTaken = new Uint8Array(tokens.length);
  for (const span of windows.toSorted((one, other) => other.surprise - one.surprise)) {
    if (chosen.length === most) break;
    if (isTaken[span.from] === 1 || isTaken[span.to - 1] === 1) continue;
    isTaken.fill(1, span.from, span.to);
    chosen.push(span);
  }
  return chosen;
}

function readSpan(tokens: readonly ScoredToken[], from: number, to: number): Span | null {
  let sum = 0;
  let count = 0;
  let peak = from;
  let highest = -1;
  for (let position = from; position < to; position += 1) {
    const logprob = tokens[position]?.logprob ?? null;
    if (logprob === null || whyLeftOut(logprob) !== null) continue;
    sum -= logprob;
    count += 1;
    if (-logprob > highest) {
      highest = -logprob;
      peak = position;
    }
  }
  return count * 2 < to - from || count === 0 ? null : { from, to, surprise: sum / count, peak };
}

export interface ScoredLine extends Score {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Position in the whole text. */
  readonly firstToken: number;
}

export type LineOrder = 'order' | 'surprise';

/**
 * A token belongs to the line of its first character that is not a newline; newlines only, to the line they
 * end.
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

/** By surprise: unscored lines last. */
export function orderLines(lines: readonly ScoredLine[], order: LineOrder): readonly ScoredLine[] {
  if (order === 'order') return lines;
  return lines.toSorted((one, other) => (one.mean ?? 1) - (other.mean ?? 1));
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}

/** Its tokens are the prompt's, and did not arrive. */
export function choiceOfScore({
  tokens,
}: {
  readonly tokens: readonly Pick<ScoredToken, 'text' | 'id' | 'logprob'>[];
}): Choice {
  const choice = new Choice(0);
  for (const { text, id, logprob } of tokens) {
    const token = { id, text, logprob, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, Number.NaN);
  }
  return choice;
}
