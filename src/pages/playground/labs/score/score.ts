// How likely a model finds a text that is already there: the logprob of every token of it, and what they sum to.

/** Why a token does not count: nothing was sent, −∞ was sent, or a value above zero, which no logarithm of a probability has. */
export type LeftOut = 'missing' | 'impossible' | 'positive';

/** One token of a scored text. Offsets are UTF-16 units in that text. */
export interface ScoredToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Null where the service sent none. */
  readonly id: number | null;
  /** Natural logarithm as sent; null where there was none. */
  readonly logprob: number | null;
}

/** A scored text, or a part of one. Sums are over the tokens that count; null where none does. */
export interface Score {
  readonly tokens: readonly ScoredToken[];
  /** Nats, at most 0. */
  readonly sum: number | null;
  /** Nats a token, at most 0. */
  readonly mean: number | null;
  /** exp(−mean). */
  readonly perplexity: number | null;
  /** Tokens that count. */
  readonly count: number;
  /** Tokens that do not, by why. The first token of a text has often nothing before it that it could be judged by. */
  readonly leftOut: Readonly<Record<LeftOut, number>>;
}

/** A part of a scored text. */
export interface SpanScore extends Score {
  /** The token that begins before the part and ends in it; it does not count. Null where the border is one of tokens. */
  readonly straddling: ScoredToken | null;
}

/** Sums the tokens of a text. */
export function scoreOf(tokens: readonly ScoredToken[]): Score {
  const leftOut = { missing: 0, impossible: 0, positive: 0 };
  let sum = 0;
  let count = 0;
  for (const { logprob } of tokens) {
    const reason = whyLeftOut(logprob);
    if (reason !== null) leftOut[reason] += 1;
    else {
      sum += logprob ?? 0;
      count += 1;
    }
  }
  const mean = count === 0 ? null : sum / count;
  return {
    tokens,
    sum: count === 0 ? null : sum,
    mean,
    perplexity: mean === null ? null : Math.exp(-mean),
    count,
    leftOut,
  };
}

/**
 * The part of a scored text from an offset on, as an answer behind its prompt. Tokens count that begin at or behind the
 * offset; one that reaches across it is named and left out.
 */
export function scoreBehind(score: Score, offset: number): SpanScore {
  const straddling = score.tokens.find(({ start, end }) => start < offset && end > offset) ?? null;
  // A token without text at the border is the first piece of a character behind it.
  return { ...scoreOf(score.tokens.filter(({ start }) => start >= offset)), straddling };
}

/** Why a logprob does not count; null for one that does. */
export function whyLeftOut(logprob: number | null): LeftOut | null {
  if (logprob === null || Number.isNaN(logprob)) return 'missing';
  if (logprob === Number.NEGATIVE_INFINITY) return 'impossible';
  return logprob > 0 ? 'positive' : null;
}
