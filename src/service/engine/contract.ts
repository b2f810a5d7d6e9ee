// Engine interface and worker messages.
import type { OutputToken } from './choice-output.ts';
import type { SamplingOptions } from './sampler.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import type { ModelFacts } from '#service/engine/model/weight-file.ts';

/** Already within the API's limits. */
export interface EngineRequest extends SamplingOptions {
  readonly model: string;
  readonly prompt: string;
  /** Per choice; null to the end of the context. */
  readonly maxTokens: number | null;
  readonly stop: readonly string[];
  /** The same seed gives the same tokens, whatever else runs. */
  readonly seed: number;
  readonly n: number;
  readonly echo: boolean;
  /** Tokens per second and choice; null for full speed. */
  readonly pace: number | null;
}

/** In order: prompt (with echo), tokens of all choices, end. Logprobs are of the raw logits. */
export type EngineEvent =
  /** The first given `<|end|>`. */
  | { kind: 'prompt'; ids: number[]; texts: string[]; logprobs: number[] }
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

export interface ModelFile {
  readonly id: string;
  readonly file: string;
}

export interface ModelSource extends ModelFile {
  /** Overrides the file's. */
  readonly description?: string;
}

type EngineErrorCode =
  | 'model_not_found'
  | 'model_unreadable'
  | 'context_length_exceeded'
  | 'invalid_token_id'
  | 'engine_failed'
  | 'engine_closed';

/** A sentence for users; `param` is the field at fault. */
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

/** Choices with and without a cache slot; tokens so far. */
export interface EngineStats {
  active: number;
  waiting: number;
  decodedTokens: number;
}

export interface Engine {
  models(): readonly EngineModel[];
  /**
   * Replaces a model of the same name. Rejects with `model_unreadable`, as completions do if the file becomes
   * unreadable later.
   */
  addModel(model: ModelSource): Promise<void>;
  /** Ahead of the first request, without a pause for running ones. Rejects as `complete`. */
  loadModel(id: string): Promise<void>;
  /** Running completions continue. */
  removeModel(id: string): Promise<void>;
  /**
   * Iterable once; starts at the first `next`. Throws EngineError or the signal's reason. Abort and `return` stop
   * within one token.
   */
  complete(request: EngineRequest, signal: AbortSignal): AsyncIterable<readonly EngineEvent[]>;
  /** Throws EngineError for an unknown model. */
  encode(model: string, text: string): Promise<readonly number[]>;
  /** For tests: whether what was given up has left the engine. */
  stats(): Promise<EngineStats>;
  /** Open completions throw `engine_closed`. */
  close(): Promise<void>;
}

/** Unread events that pause a completion. */
export const eventWindow = 2_048;

/** `acknowledge` answers `events`; `id` numbers completions, `call` queries. */
export type ToWorker =
  | { readonly kind: 'add'; readonly model: ModelFile }
  | { readonly kind: 'remove'; readonly model: string }
  | { readonly kind: 'load'; readonly call: number; readonly model: string }
  | { readonly kind: 'complete'; readonly id: number; readonly request: EngineRequest }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'taken'; readonly id: number; readonly count: number }
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'encode'; readonly call: number; readonly model: string; readonly text: string }
  | { readonly kind: 'stats'; readonly call: number };

export interface ErrorFields {
  readonly code: EngineErrorCode;
  readonly message: string;
  readonly param: string | null;
}

export type FromWorker =
  | { readonly kind: 'loaded'; readonly call: number }
  | { readonly kind: 'events'; readonly batches: readonly EventBatch[] }
  | { readonly kind: 'encoded'; readonly call: number; readonly ids: number[] }
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

/** Without the paths that system errors name. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the cause is unknown';
  const isSystemError = 'syscall' in error;
  // "ENOENT: no such file or directory, open '/home/…'"
  const message = isSystemError ? error.message.replace(/, .*$/s, '') : error.message;
  return message.replace(/\.$/, '');
}

export const describeModel = (id: string, { shape, created, description }: ModelFacts): EngineModel => ({
  id,
  contextLength: shape.context,
  vocabSize: shape.vocabulary,
  parameterCount: layoutOf(shape).total,
  created,
  description,
});

export function unreadableModel(id: string, cause: unknown): EngineError {
  return new EngineError(
    'model_unreadable',
    `The weights of ${id} cannot be used: ${causeOf(cause)}.`,
    'model',
  );
}
