// From what a run received to the score of its prompt: the echoed tokens, or a sentence that says why there are none.
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { scoreOf, type Score, type ScoredToken } from './score.ts';

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
    return fail(
      'no-echo',
      'The service answered without the text that it was asked to echo: it cannot score.',
    );
  }
  const score = scoreOf(tokens);
  if (score.count === 0) {
    return fail('no-logprobs', 'The service gave the text back, but no log probabilities of its tokens.');
  }
  return { ok: true, run, score, doubt: describeDoubt(recording.counts) };
}

/**
 * The tokens of an echoed prompt, with offsets in the prompt. What a service puts before it (a mark of the beginning, a
 * space) is no part of it.
 * @returns null where the lane does not begin with the prompt
 */
export function readPromptTokens(lane: Choice, prompt: string): readonly ScoredToken[] | null {
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
    ? `${said} Scoring needs both echo and logprobs, and this service does not give them together.`
    : said;
}
