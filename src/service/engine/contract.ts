// What the embedded engine offers to the rest of the service.
import type { OutputToken } from './choice-output.ts';
import type { SamplingOptions } from './sampler.ts';

/** A completion to make. All fields are within the limits of the interface; only what depends on the model is checked here. */
export interface EngineRequest extends SamplingOptions {
  readonly model: string;
  /** Any text, also none. */
  readonly prompt: string;
  /** Tokens a choice; null = to the end of the context. */
  readonly maxTokens: number | null;
  readonly stop: readonly string[];
  /** The same seed and parameters give the same tokens, whatever else runs; choice i has a stream of its own. */
  readonly seed: number;
  readonly n: number;
  /** Whether the prompt's tokens are scored, too. */
  readonly echo: boolean;
  /** Tokens a second a choice; null = as fast as possible. */
  readonly pace: number | null;
}

/** What happens to a request, in order: prompt (with echo), tokens of all choices, end. */
export type EngineEvent =
  /** Every token of the prompt; logprobs of the raw logits, the first given `<|end|>`. */
  | { kind: 'prompt'; ids: number[]; texts: string[]; logprobs: number[] }
  /** Exactly one for every generated token; `index` is the choice; the logprob is of the raw logits. */
  | ({ kind: 'token'; index: number } & OutputToken)
  | { kind: 'end'; promptTokens: number; completionTokens: number };

/** A model that can be asked. */
export interface EngineModel {
  readonly id: string;
  readonly contextLength: number;
  readonly vocabSize: number;
  readonly parameterCount: number;
  /** Unix seconds. */
  readonly created: number;
  readonly description: string;
}

/** A weight file that is to be served under a name. */
export interface ModelSource {
  readonly id: string;
  /** The path of the weight file. */
  readonly file: string;
  /** Instead of what the file says. */
  readonly description?: string;
}

export type EngineErrorCode =
  | 'model_not_found'
  | 'model_unreadable'
  | 'context_length_exceeded'
  | 'invalid_token_id'
  /** A fault of the engine's own. */
  | 'engine_failed'
  | 'engine_closed';

/** A request that cannot be served; the message is a sentence for people, `param` the field to blame. */
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

/** How busy the engine is: choices with and without a place in the cache, tokens generated since the start. */
export interface EngineStats {
  active: number;
  waiting: number;
  decodedTokens: number;
}

/** The engine, from the main thread. */
export interface Engine {
  /** The models that can be asked now, in the order in which they came. */
  models(): readonly EngineModel[];
  /**
   * Serves a model from now on, instead of an earlier one of the same name. Its weights are read when it is first asked
   * for. Rejects with EngineError `model_unreadable` when the file is none; the completions of a file that becomes
   * unreadable later throw the same.
   */
  addModel(model: ModelSource): Promise<void>;
  /** Serves a model no longer; completions that run on it go on. Unknown names are ignored. */
  removeModel(id: string): Promise<void>;
  /**
   * Makes a completion; each batch is what came together. Can be iterated once; work begins with the first `next`.
   * Throws EngineError, or the signal's reason when it aborts; aborting and `return` both end the work within a token.
   */
  complete(request: EngineRequest, signal: AbortSignal): AsyncIterable<readonly EngineEvent[]>;
  /** The tokens of a text; throws EngineError for an unknown model. */
  encode(model: string, text: string): Promise<{ ids: number[]; texts: string[] }>;
  stats(): Promise<EngineStats>;
  /** Ends everything: open completions throw `engine_closed`. */
  close(): Promise<void>;
}
