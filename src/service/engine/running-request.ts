// Running request: checked prompt, choices, pending events.
import { Random } from '#lib/random.ts';
import { ChoiceOutput } from './choice-output.ts';
import { EngineError, type EngineEvent, type EngineRequest, eventWindow } from './contract.ts';
import { Sampler } from './sampler.ts';
import type { ServedModel } from './loaded-models.ts';

export interface Choice {
  readonly index: number;
  readonly sampler: Sampler;
  readonly output: ChoiceOutput;
  /** `<|end|>`, prompt, generated ids. */
  readonly ids: number[];
  slot: number | null;
  /** How many `ids` are cached. */
  cached: number;
  /** On the scheduler's clock. */
  dueMs: number;
}

export interface RunningRequest {
  readonly id: number;
  readonly model: ServedModel;
  readonly intervalMs: number;
  /** `<|end|>` and the prompt. */
  readonly promptIds: readonly number[];
  readonly maxTokens: number;
  /** With echo, logprobs so far; null once sent. */
  pendingPrompt: number[] | null;
  /** Unfinished, in turn. */
  choices: Choice[];
  /** Choices with a cache slot. */
  slotCount: number;
  completionTokens: number;
  events: EngineEvent[];
  /** Events sent, not yet read. */
  unread: number;
  error?: unknown;
}

/** Throws EngineError. */
export function startRequest(id: number, model: ServedModel, request: EngineRequest): RunningRequest {
  const { tokenizer, facts } = model;
  for (const token of request.logitBias.keys())
    if (!Number.isInteger(token) || token < 0 || token >= facts.vocabSize)
      throw new EngineError(
        'invalid_token_id',
        `logit_bias names the token ${token}, but the tokens of ${facts.id} go from 0 to ${facts.vocabSize - 1}.`,
        'logit_bias',
      );
  const prompt = tokenizer.encode(request.prompt);
  const maxTokens = fitContext(prompt.length, request.maxTokens, facts);
  const promptIds = [tokenizer.end, ...prompt];
  return {
    id,
    model,
    intervalMs: request.pace === null ? 0 : 1000 / request.pace,
    promptIds,
    maxTokens,
    pendingPrompt: request.echo ? [] : null,
    choices: Array.from({ length: request.n }, (_, index) => ({
      index,
      sampler: new Sampler(request, new Random(request.seed, index), prompt),
      output: new ChoiceOutput(tokenizer, request.stop),
      ids: [...promptIds],
      slot: null,
      cached: 0,
      dueMs: 0,
    })),
    slotCount: 0,
    completionTokens: 0,
    events: [],
    unread: 0,
  };
}

export const isPaused = ({ unread }: RunningRequest): boolean => unread >= eventWindow;

function fitContext(
  promptTokens: number,
  maxTokens: number | null,
  { id, contextLength }: { readonly id: string; readonly contextLength: number },
): number {
  const room = contextLength - promptTokens;
  if (room < 1)
    throw new EngineError(
      'context_length_exceeded',
      `The prompt has ${promptTokens} tokens and leaves no room in the context of ${id}, which is ${contextLength} tokens.`,
      'prompt',
    );
  if (maxTokens !== null && maxTokens > room)
    throw new EngineError(
      'context_length_exceeded',
      `The prompt has ${promptTokens} tokens and max_tokens is ${maxTokens}; together that is ${promptTokens + maxTokens} tokens, but the context of ${id} is ${contextLength}.`,
      'max_tokens',
    );
  return maxTokens ?? room;
}
