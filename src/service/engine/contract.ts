// Interface of the embedded engine: requests, events, models, errors.
import type { OutputToken } from './choice-output.ts';
import type { SamplingOptions } from './sampler.ts';

/** All fields are within the API's limits; the engine checks only what depends on the model. */
export interface EngineRequest extends SamplingOptions {
  readonly model: string;
  readonly prompt: string;
  /** Tokens per choice; null = to the end of the context. */
  readonly maxTokens: number | null;
  readonly stop: readonly string[];
  /** The same seed and parameters give the same tokens, whatever else runs; each choice has its own random stream. */
  readonly seed: number;
  readonly n: number;
  readonly echo: boolean;
  /** Tokens per second per choice; null = as fast as possible. */
  readonly pace: number | null;
}

/** In order: prompt (with echo), tokens of all choices, end. */
export type EngineEvent =
  /** Logprobs of the raw logits, the first given `<|end|>`. */
  | { kind: 'prompt'; ids: number[]; texts: string[]; logprobs: number[] }
  /** Exactly one per generated token; `index` is the choice; the logprob is of the raw logits. */
  | ({ kind: 'token'; index: number } & OutputToken)
  | { kind: 'end'; promptTokens: number; completionTokens: number };

export interface EngineModel {
  readonly id: string;
  readonly contextLength: number;
  readonly vocabSize: number;
  readonly parameterCount: number;
  /** Unix seconds. */
  readonly created: number;
  readonly description: string;
}

export interface ModelSource {
  readonly id: string;
  readonly file: string;
  /** Overrides the description in the file. */
  readonly description?: string;
}

export type EngineErrorCode =
  | 'model_not_found'
  | 'model_unreadable'
  | 'context_length_exceeded'
  | 'invalid_token_id'
  | 'engine_failed'
  | 'engine_closed';

/** A request that cannot be served; the message is a sentence for users, `param` the field at fault. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly param: string | null;

  constructor(code: EngineErrorCode, message: string, param: string | null) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

/** Choices with and without a slot in the cache; tokens generated since the start. */
export interface EngineStats {
  active: number;
  waiting: number;
  decodedTokens: number;
}

export interface Engine {
  /** In the order in which they were added. */
  models(): readonly EngineModel[];
  /**
   * Replaces a model of the same name. Weights are loaded on first use. Rejects with EngineError `model_unreadable`
   * when the file is not a model; completions throw the same if the file becomes unreadable later.
   */
  addModel(model: ModelSource): Promise<void>;
  /** Running completions on the model continue. Unknown names are ignored. */
  removeModel(id: string): Promise<void>;
  /**
   * Can be iterated once; work begins with the first `next`. Throws EngineError, or the signal's reason on abort;
   * aborting and `return` both end the work within one token.
   */
  complete(request: EngineRequest, signal: AbortSignal): AsyncIterable<readonly EngineEvent[]>;
  /** Throws EngineError for an unknown model. */
  encode(model: string, text: string): Promise<{ ids: number[]; texts: string[] }>;
  stats(): Promise<EngineStats>;
  /** Open completions throw `engine_closed`. */
  close(): Promise<void>;
}
