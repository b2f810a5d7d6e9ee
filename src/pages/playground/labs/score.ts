// How likely a model finds a text that is already there: the logprob of every token of it, and what they sum to.
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';

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

/** A scored text, or why it could not be scored. */
export type Scoring =
  | {
      readonly ok: true;
      readonly run: Run;
      readonly score: Score;
      /** What makes these figures doubtful, as a sentence; null where nothing does. */
      readonly doubt: string | null;
    }
  | {
      readonly ok: false;
      readonly run: Run;
      readonly reason: 'stopped' | 'failed' | 'no-echo' | 'no-logprobs';
      /** One or two sentences for people; the service's own words where it said something. */
      readonly message: string;
    };

/** A run that is not `ended` yet has no score: it reads as stopped. */
export function readScoring(run: Run): Scoring {
  const fail = (reason: Extract<Scoring, { ok: false }>['reason'], message: string): Scoring => ({
    ok: false,
    run,
    reason,
    message,
  });
  const { state, recording, request } = run;
  if (state.phase !== 'ended' || state.endState === 'stopped') {
    return fail('stopped', 'Stopped before the service had answered.');
  }
  if (state.error !== null) return fail('failed', describeRefusal(state.error.message));
  const lane = recording.lanes.get(0);
  const tokens = lane && readPromptTokens(lane, request.prompt);
  if (!tokens) {
    return fail('no-echo', 'The service did not echo the text, so it cannot score it.');
  }
  const score = scoreOf(tokens);
  if (score.count === 0) {
    return fail('no-logprobs', 'The service echoed the text without log probabilities.');
  }
  return { ok: true, run, score, doubt: describeDoubt(recording.counts) };
}

/**
 * The tokens of an echoed prompt, with offsets in the prompt. What a service puts before it (a mark of the beginning, a
 * space) is no part of it.
 * @returns null where the lane does not begin with the prompt
 */
function readPromptTokens(lane: Choice, prompt: string): readonly ScoredToken[] | null {
  const before = lane.text.slice(0, prompt.length + longestMark).indexOf(prompt);
  if (prompt === '' || before === -1) return null;
  const tokens: ScoredToken[] = [];
  let from = 0;
  for (let token = 0; token < lane.tokenCount && from - before < prompt.length; token += 1) {
    const to = lane.ends.at(token);
    if (!lane.specials.has(token) && to >= before && !(to === before && from < to)) {
      const start = Math.max(0, from - before);
      const end = Math.min(prompt.length, to - before);
      const id = lane.ids.at(token);
      const logprob = lane.logprobs.at(token);
      tokens.push({
        text: prompt.slice(start, end),
        start,
        end,
        id: Number.isNaN(id) ? null : id,
        logprob: Number.isNaN(logprob) ? null : logprob,
      });
    }
    from = to;
  }
  return tokens;
}

function describeDoubt({ unequalLogprobs = 0 }: Readonly<Record<string, number>>): string | null {
  return unequalLogprobs === 0
    ? null
    : 'The service sent lists of different lengths for tokens and logprobs: they are paired up to the shortest, and the end of the text is not scored.';
}

/** UTF-16 units that may stand before the echoed prompt, as `<|begin_of_text|>`. */
const longestMark = 32;

function describeRefusal(said: string): string {
  return /echo|logprob/i.test(said)
    ? `${said} Scoring needs both echo and logprobs, and this service does not return them together.`
    : said;
}
