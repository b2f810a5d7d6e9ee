// Next step after a failed run: advice, ways out, retry delay.
import { type ApiError, wasNotServed } from '#api/errors.ts';
import { isWhole, type Run, isPlayed } from './run.ts';

export type WayOut = 'connections' | 'model' | 'prompt';

interface NextStep {
  /** Null if the error's own sentence says enough. */
  readonly advice: string | null;
  readonly ways: readonly WayOut[];
  readonly canRepeat: boolean;
  /** Even though no answer arrived. */
  readonly mayBeCharged: boolean;
}

const nothing: NextStep = { advice: null, ways: [], canRepeat: false, mayBeCharged: false };

/** Empty for a receiving, complete or merely replayed run. */
export function nextStep(run: Run): NextStep {
  const { state, recording } = run;
  if (state.phase !== 'ended' || isPlayed(run) || isWhole(state.endState)) return nothing;
  const hasText = recording.choices.size > 0;
  const step =
    state.error === null
      ? withoutError(state.endState)
      : afterError(state.error, run.request.stream === true);
  return { ...step, mayBeCharged: step.mayBeCharged || hasText };
}

function withoutError(endState: string): NextStep {
  if (endState === 'stopped') return nothing;
  return { ...nothing, canRepeat: true, mayBeCharged: true };
}

function afterError(error: ApiError, isStream: boolean): NextStep {
  if (error.kind === 'http') return afterRefusal(error);
  if (error.kind === 'network') return afterSilence(error, isStream);
  if (error.code === 'not_an_api_answer' || error.code === 'empty_answer') {
    return { ...nothing, ways: ['connections'], canRepeat: true };
  }
  return { ...nothing, canRepeat: true, mayBeCharged: true };
}

function afterSilence({ code }: ApiError, isStream: boolean): NextStep {
  if (code === 'not_sent') return { ...nothing, ways: ['connections'] };
  if (code === 'offline' || code === 'queued') return { ...nothing, canRepeat: true };
  const again = { ...nothing, canRepeat: true, mayBeCharged: true };
  // llama.cpp begins to answer with the first token, which max_tokens does not hasten.
  if (code === 'connect_timeout' && isStream)
    return { ...again, advice: 'Timeouts in Connections set how long to wait.', ways: ['connections'] };
  if (code === 'connect_timeout') return { ...again, advice: 'A lower max_tokens answers sooner.' };
  return code === 'went_offline' || code === 'page_closed' ? again : { ...again, ways: ['connections'] };
}

function afterRefusal(error: ApiError): NextStep {
  const { status, param } = error;
  // Where this page is opened, not what it sent.
  if (param === 'Origin') return nothing;
  if (status === null || status === 200) return { ...nothing, canRepeat: true, mayBeCharged: true };
  // Another model would not help.
  const known = status === 404 && param === 'safety_model' ? undefined : byStatus[status];
  if (known !== undefined) return { ...nothing, ...known };
  if (status >= 500) return { ...nothing, canRepeat: true, mayBeCharged: !wasNotServed(error) };
  if (status >= 300 && status < 400) return { ...nothing, ways: ['connections'] };
  return afterWrongField(param);
}

function afterWrongField(param: string | null): NextStep {
  if (param === 'model') return { ...nothing, ways: ['model'] };
  if (param === 'prompt') return { ...nothing, ways: ['prompt'] };
  if (param === 'max_tokens') {
    return {
      ...nothing,
      advice: 'Lower max_tokens or shorten the prompt, then run again.',
      ways: ['prompt'],
    };
  }
  const advice =
    param === null
      ? 'Fix what the message names, then run again.'
      : `Change ${param}, or leave it out, then run again.`;
  return { ...nothing, advice };
}

const busy = { canRepeat: true } as const;
const late = {
  advice: 'A lower max_tokens answers sooner.',
  canRepeat: true,
  mayBeCharged: true,
} as const;

const byStatus: Readonly<Record<number, Partial<NextStep>>> = {
  401: {
    advice: 'Sign in again or change the token, then run again. What you typed is kept.',
    ways: ['connections'],
  },
  402: { ways: ['connections'] },
  403: {
    advice: 'Shorten the prompt, lower max_tokens, or choose another model.',
    ways: ['model', 'prompt'],
  },
  404: { ways: ['model', 'connections'] },
  405: { ways: ['connections'] },
  408: late,
  413: { ways: ['prompt'] },
  429: busy,
  501: { ways: ['connections'] },
  503: busy,
  504: late,
  524: late,
  529: busy,
};

interface RetryDelay {
  readonly ms: number;
  readonly isOwnGuess: boolean;
  /** Too long for auto-retry. */
  readonly isCut: boolean;
}

/** Random, so that refused clients do not all retry at once. */
export const jitterMs = 400;

const longestCountdownMs = 300_000;

const firstGuessMs = 5_000;
const longestGuessMs = 60_000;

/**
 * Null without reason to wait. A 429 without Retry-After backs off exponentially.
 * @param refusals consecutive, before this run
 */
export function retryDelay(error: ApiError | null, refusals: number): RetryDelay | null {
  if (error === null) return null;
  const named = error.retryAfterMs;
  if (named !== null)
    return { ms: Math.min(named, longestCountdownMs), isOwnGuess: false, isCut: named > longestCountdownMs };
  if (error.status !== 429) return null;
  return { ms: Math.min(firstGuessMs * 2 ** refusals, longestGuessMs), isOwnGuess: true, isCut: false };
}

/**
 * As performance.now(). Restored from history: from the wall clock, and never later than when it was shown.
 */
export function endedAtMs({ state, startedMs, startedAt, replay }: Run): number {
  if (state.phase !== 'ended') return startedMs;
  if (replay === null) return startedMs + state.endedMs;
  return Math.min(startedMs, startedAt.getTime() - performance.timeOrigin + state.endedMs);
}
