// Text scoring by echo.
import { noViewCounts, readPayload, type PieceToken } from '#api/read-view.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Choice } from './choice.ts';
import type { Recording } from './recording.ts';
import type { Run } from './run.ts';
import { placesOf, type TokenPlace } from './token-places.ts';
import { readToken, tokenStart } from './token.ts';

/** Not streamed: the API describes echoed logprobs only for JSON. One new token is the minimum. */
const scoreParameters = {
  max_tokens: 1,
  temperature: 0,
  logprobs: 1,
  echo: true,
  stream: false,
} as const;

/** `scoreBehind` gives the part after a prefix. */
export function scoreRequest(model: string, text: string): CompletionRequest {
  return { model, prompt: text, ...scoreParameters };
}

export const scoreParameterWords = Object.entries(scoreParameters).map(([name, value]) => `${name} ${value}`);

/** Respectively: no logprob, −∞, above zero. */
export type LeftOut = 'missing' | 'impossible' | 'positive';

/** UTF-16 offsets. */
export interface ScoredToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly id: number | null;
  /** Natural logarithm as sent. */
  readonly logprob: number | null;
}

/** Over counted tokens; null without any. */
export interface Score {
  readonly tokens: readonly ScoredToken[];
  /** Nats, at most 0. */
  readonly sum: number | null;
  /** Nats per token, at most 0. */
  readonly mean: number | null;
  /** exp(−mean). */
  readonly perplexity: number | null;
  readonly count: number;
  /** The first token often has no context to be scored by. */
  readonly leftOut: Readonly<Record<LeftOut, number>>;
}

export interface SpanScore extends Score {
  /** Across the start of the part; does not count. */
  readonly straddling: ScoredToken | null;
}

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

/** As an answer after its prompt. */
export function scoreBehind(score: Score, offset: number): SpanScore {
  const straddling = score.tokens.find(({ start, end }) => start < offset && end > offset) ?? null;
  // A token without text at the border is a piece of the next character.
  return { ...scoreOf(score.tokens.filter(({ start }) => start >= offset)), straddling };
}

/** In bytes or characters it compares models with different tokenizers. */
export function countedText({ tokens }: Score): string {
  return tokens.flatMap(({ text, logprob }) => (whyLeftOut(logprob) === null ? [text] : [])).join('');
}

export function whyLeftOut(logprob: number | null): LeftOut | null {
  if (logprob === null || Number.isNaN(logprob)) return 'missing';
  if (logprob === Number.NEGATIVE_INFINITY) return 'impossible';
  return logprob > 0 ? 'positive' : null;
}

export type Scoring =
  | {
      readonly ok: true;
      readonly run: Run;
      readonly score: Score;
      readonly doubt: string | null;
    }
  | {
      readonly ok: false;
      readonly run: Run;
      readonly reason: 'stopped' | 'failed' | 'no-echo' | 'no-logprobs';
      /** Includes the service's own words. */
      readonly message: string;
    };

const scorings = new WeakMap<Run, Scoring>();

/** The same object for the same run; null until it has ended. */
export function scoringOf(run: Run | undefined): Scoring | null {
  if (run?.state.phase !== 'ended') return null;
  const scoring = scorings.get(run) ?? readScoring(run);
  scorings.set(run, scoring);
  return scoring;
}

function readScoring(run: Run): Scoring {
  const fail = (reason: Extract<Scoring, { ok: false }>['reason'], message: string): Scoring => ({
    ok: false,
    run,
    reason,
    message,
  });
  const { state, recording, request } = run;
  if (state.phase !== 'ended' || state.endState === 'stopped') {
    return fail('stopped', 'Stopped before the service answered.');
  }
  if (state.error !== null) return fail('failed', describeRefusal(state.error.message));
  const choice = recording.choices.get(0);
  const tokens = choice && readPromptTokens(recording, choice, request.prompt);
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
 * Excludes what the service adds before the prompt (a BOS token, a space). Null if the choice does not begin
 * with the prompt.
 */
function readPromptTokens(
  recording: Recording,
  choice: Choice,
  prompt: string,
): readonly ScoredToken[] | null {
  const before = choice.text.slice(0, prompt.length + longestMark).indexOf(prompt);
  if (prompt === '' || before === -1) return null;
  const tokens: ScoredToken[] = [];
  for (const { from, to, id, logprob } of placedTokens(recording, choice)) {
    if (from - before >= prompt.length) break;
    if (to < before || (to === before && from < to)) continue;
    const start = Math.max(0, from - before);
    const end = Math.min(prompt.length, to - before);
    tokens.push({ text: prompt.slice(start, end), start, end, id, logprob });
  }
  return tokens;
}

/** Without special ones. `Choice` gives each its length, which is wrong behind one that the text lacks. */
function placedTokens(recording: Recording, choice: Choice): readonly (TokenPlace & TokenFigures)[] {
  const sent = sentTokens(recording);
  const places = placesOf(
    choice.text.toString(),
    sent.map(({ special, text }) => (special ? '' : text)),
  );
  if (places !== null && sent.length > 0)
    return sent.flatMap(({ special, ...token }, index) => {
      const place = places[index];
      return special || !place ? [] : [{ ...token, ...place }];
    });
  return Array.from({ length: choice.tokenCount }, (_, token) => readToken(choice, token)).flatMap(
    ({ token, id, logprob, isSpecial }) =>
      isSpecial ? [] : [{ from: tokenStart(choice, token), to: choice.ends.at(token), id, logprob }],
  );
}

type TokenFigures = Pick<ScoredToken, 'id' | 'logprob'>;

function sentTokens({ events }: Recording): readonly PieceToken[] {
  return events.texts.flatMap((data) => {
    const payload = readPayload(data, 1, noViewCounts());
    if (payload.kind !== 'view') return [];
    const { prompt, pieces } = payload.view;
    return [...(prompt ?? []), ...pieces].flatMap(({ tokens }) => tokens);
  });
}

function describeDoubt({ unequalLogprobs = 0 }: Readonly<Record<string, number>>): string | null {
  return unequalLogprobs === 0
    ? null
    : 'The service sent different numbers of tokens and logprobs, so the end of the text is not scored.';
}

/** UTF-16 units before the echoed prompt, as `<|begin_of_text|>`. */
const longestMark = 32;

function describeRefusal(message: string): string {
  return /echo|logprob/i.test(message)
    ? `${message} Scoring needs both echo and logprobs, and this service does not return them together.`
    : message;
}
