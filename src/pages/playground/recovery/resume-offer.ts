// What a run that broke off can go on from: for each unfinished choice, the request that continues it.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { WayOut } from './next-step.ts';
import { boundTokens, type TokenBound } from '#pricing/completion-cost.ts';
import type { Choice } from '#run/choice.ts';
import { isWhole, type Run, isPlayed } from '#run/run.ts';
import { continuedPrompt } from '#run/token.ts';

/** One choice that broke off after some text. */
export interface ResumeOffer {
  /** The choice's index. */
  readonly lane: number;
  /** Tokens that came of this run's answer; the prompt's, where it was echoed, are not among them. */
  readonly tokenCount: number;
  /** Prompt and partial text with what is left of the budget; null where the budget is used up. */
  readonly request: CompletionRequest | null;
}

/** In order of the choices; empty while a run goes on, where it received everything or no text, and for a recording that is played. */
export function resumeOffers(run: Run): readonly ResumeOffer[] {
  const { state, recording } = run;
  if (state.phase !== 'ended' || isWhole(state.endState) || isPlayed(run)) return [];
  return [...recording.lanes.values()]
    .filter((lane) => lane.finishReason === null && lane.text.length > lane.promptLength)
    .toSorted((one, other) => one.index - other.index)
    .map((lane) => offerOf(lane, run));
}

function offerOf(lane: Choice, { request }: Run): ResumeOffer {
  const tokenCount = lane.answerTokenCount;
  const { n: _, echo: __, max_tokens: budget, ...rest } = request;
  const left = budget === undefined ? undefined : budget - tokenCount;
  if (left !== undefined && left <= 0) return { lane: lane.index, tokenCount, request: null };
  // Half of a character at the cut is left out: the model writes it again.
  const prompt = continuedPrompt(request.prompt, lane, lane.text.length);
  return {
    lane: lane.index,
    tokenCount,
    request: { ...rest, prompt, ...(left !== undefined && { max_tokens: left }) },
  };
}

/**
 * Tokens that an offer can cost at most. The text that came is counted by its tokens, and so is the prompt where the
 * service said how many those are; nothing is more than what the context has room for.
 */
export function boundOfOffer(
  { request, tokenCount, lane }: ResumeOffer,
  { request: before, recording }: Run,
  contextLength = Infinity,
): TokenBound | null {
  if (request === null) return null;
  const echoed = recording.lanes.get(lane)?.promptTokenCount ?? 0;
  // Some services count the prompt once for every choice.
  const reported = recording.usage?.prompt_tokens ?? 0;
  const least = echoed || Math.floor(reported / (before.n ?? 1));
  const most = echoed || reported || boundTokens({ prompt: before.prompt }, undefined).input;
  const output = Math.min(request.max_tokens ?? Infinity, Math.max(0, contextLength - least - tokenCount));
  return {
    input: Math.min(most + tokenCount, contextLength),
    output: output === Infinity ? null : output,
  };
}

/** Nothing of it happens unless a person presses it, or has armed it. */
export interface RunActs {
  /** Sends the run's own request once more. */
  readonly repeat: (client: Client, run: Run) => void;
  /** Goes on from the text of one choice; null where a text is of no use without its beginning. */
  readonly goOn: ((client: Client, run: Run, offer: ResumeOffer) => void) | null;
  /** Where else this place can lead; a way that is missing is not offered. */
  readonly ways: Readonly<Partial<Record<WayOut, () => void>>>;
}
