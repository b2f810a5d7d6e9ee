// Messages between the main thread and the engine's worker.
import { causeOf } from './cause.ts';
import {
  EngineError,
  type EngineErrorCode,
  type EngineEvent,
  type EngineRequest,
  type EngineStats,
} from './contract.ts';

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
