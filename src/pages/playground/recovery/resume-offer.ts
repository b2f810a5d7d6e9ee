// Resume requests for unfinished choices.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { WayOut } from '#run/next-step.ts';
import { defaultBytesPerToken } from '#pages/playground/parameters/prompt-tokens.ts';
import { boundTokens, type TokenBound } from '#pricing/completion-cost.ts';
import { utf8Length } from '#lib/unicode.ts';
import type { Choice } from '#run/choice.ts';
import { isWhole, type Run, isPlayed } from '#run/run.ts';
import { continuedPrompt } from '#run/token.ts';

export interface ResumeOffer {
  readonly choice: number;
  /** Without an echoed prompt; estimated for pieces that may hold several tokens. */
  readonly tokenCount: number;
  /** Null if no max_tokens are left. */
  readonly request: CompletionRequest | null;
}

/** Empty without text, and for a receiving, complete or merely replayed run. */
export function resumeOffers(run: Run): readonly ResumeOffer[] {
  const { state, recording } = run;
  if (state.phase !== 'ended' || isWhole(state.endState) || isPlayed(run)) return [];
  return recording.sortedChoices
    .filter((choice) => choice.finishReason === null && choice.text.length > choice.promptLength)
    .map((choice) => offerOf(choice, run));
}

function offerOf(choice: Choice, { request }: Run): ResumeOffer {
  const { n: _, echo: __, ...rest } = request;
  const tokenCount = tokensOf(choice, rest.max_tokens);
  const left = rest.max_tokens === undefined ? undefined : rest.max_tokens - tokenCount;
  if (left !== undefined && left <= 0) return { choice: choice.index, tokenCount, request: null };
  // The model writes a cut surrogate pair again.
  const prompt = continuedPrompt(request.prompt, choice, choice.text.length);
  return {
    choice: choice.index,
    tokenCount,
    // In the draft's order: sent again, it is the same request.
    request: { ...rest, prompt, ...(left !== undefined && { max_tokens: left }) },
  };
}

/** Pieces that may hold several tokens are estimated: all of max_tokens might exceed the context. Leaves one. */
function tokensOf(choice: Choice, maxTokens = Infinity): number {
  const pieces = choice.answerTokenCount;
  if (!choice.isInPieces) return pieces;
  return Math.min(
    Math.max(pieces, Math.ceil(utf8Length(choice.answer) / defaultBytesPerToken)),
    Math.max(0, maxTokens - 1),
  );
}

/**
 * Upper bound within the context length. Counts the partial text by its tokens, and a reported prompt, too.
 * Null without a request.
 * @param counted tokens of the prompt; 0 if unknown
 */
export function boundOfOffer(
  { request, tokenCount, choice }: ResumeOffer,
  { request: before, recording }: Run,
  contextLength = Infinity,
  counted = 0,
): TokenBound | null {
  if (request === null) return null;
  const cut = recording.choices.get(choice);
  const known = cut?.promptTokenCount || counted;
  // Some services count the prompt once per choice.
  const reported = recording.usage?.prompt_tokens ?? 0;
  const minInput = known || Math.floor(reported / (before.n ?? 1));
  const maxInput = known || reported || boundTokens({ prompt: before.prompt }, undefined).input;
  const minAnswer = cut?.answerTokenCount ?? tokenCount;
  const maxAnswer = cut?.isInPieces ? utf8Length(cut.answer) : minAnswer;
  const output = Math.min(request.max_tokens ?? Infinity, Math.max(0, contextLength - minInput - minAnswer));
  return {
    input: Math.min(maxInput + maxAnswer, contextLength),
    output: output === Infinity ? null : output,
  };
}

/** Only on a press or an armed retry. */
export interface RunActs {
  readonly repeat: (client: Client, run: Run) => void;
  /** Null if partial text is of no use. */
  readonly resume: ((client: Client, run: Run, offer: ResumeOffer) => void) | null;
  /** A missing entry is not offered. */
  readonly ways: Readonly<Partial<Record<WayOut, () => void>>>;
}
