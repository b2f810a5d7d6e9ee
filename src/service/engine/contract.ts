// Interface of the embedded engine and messages to its worker.
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

type EngineErrorCode =
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

export interface ModelFile {
  readonly id: string;
  readonly file: string;
}

/** A completion pauses once this many of its events are unread. */
export const eventWindow = 2_048;

/**
 * `heard` acknowledges each `events`; `taken` is the number of events read; `id` numbers completions, `call` one-off
 * questions.
 */
export type ToWorker =
  | { readonly kind: 'add'; readonly model: ModelFile }
  | { readonly kind: 'remove'; readonly model: string }
  | { readonly kind: 'load'; readonly call: number; readonly model: string }
  | { readonly kind: 'complete'; readonly id: number; readonly request: EngineRequest }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'taken'; readonly id: number; readonly count: number }
  | { readonly kind: 'heard' }
  | { readonly kind: 'encode'; readonly call: number; readonly model: string; readonly text: string }
  | { readonly kind: 'stats'; readonly call: number };

export interface ErrorFields {
  readonly code: EngineErrorCode;
  readonly message: string;
  readonly param: string | null;
}

/** `loaded` answers `load`. */
export type FromWorker =
  | { readonly kind: 'loaded'; readonly call: number }
  | { readonly kind: 'events'; readonly batches: readonly EventBatch[] }
  | { readonly kind: 'encoded'; readonly call: number; readonly ids: number[]; readonly texts: string[] }
  | { readonly kind: 'stats'; readonly call: number; readonly stats: EngineStats }
  | { readonly kind: 'call-failed'; readonly call: number; readonly error: ErrorFields };

export interface EventBatch {
  readonly id: number;
  readonly events: readonly EngineEvent[];
  readonly isOver: boolean;
  readonly error?: ErrorFields;
}

export function fieldsOf(error: unknown): ErrorFields {
  if (error instanceof EngineError) return { code: error.code, message: error.message, param: error.param };
  return { code: 'engine_failed', message: `The engine failed: ${causeOf(error)}.`, param: null };
}

/** The message without its full stop and without the paths that system errors name. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the cause is unknown';
  const isSystemError = 'syscall' in error;
  // "ENOENT: no such file or directory, open '/home/…'"
  const message = isSystemError ? error.message.replace(/, .*$/s, '') : error.message;
  return message.replace(/\.$/, '');
}
