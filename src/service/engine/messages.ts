// What the main thread and the engine's worker say to each other.
import { causeOf } from './cause.ts';
import {
  EngineError,
  type EngineErrorCode,
  type EngineEvent,
  type EngineRequest,
  type EngineStats,
} from './contract.ts';

/** A model to know: its name and the path of its weight file. */
export interface ModelFile {
  readonly id: string;
  readonly file: string;
}

/** Events of a completion that may wait for its reader; a completion that has as many waits for the reader, too. */
export const eventWindow = 2_048;

/** To the worker; `heard` answers every `events`, and `taken` tells how many events a reader has taken; `id` numbers completions, `call` questions that are answered once. */
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

/** An EngineError on its way between threads. */
export interface ErrorFields {
  readonly code: EngineErrorCode;
  readonly message: string;
  readonly param: string | null;
}

/** From the worker; `loaded` answers `load`. */
export type FromWorker =
  | { readonly kind: 'loaded'; readonly call: number }
  | { readonly kind: 'events'; readonly batches: readonly EventBatch[] }
  | { readonly kind: 'encoded'; readonly call: number; readonly ids: number[]; readonly texts: string[] }
  | { readonly kind: 'stats'; readonly call: number; readonly stats: EngineStats }
  | { readonly kind: 'call-failed'; readonly call: number; readonly error: ErrorFields };

/** Everything that one step brought for one completion. */
export interface EventBatch {
  readonly id: number;
  readonly events: readonly EngineEvent[];
  readonly isOver: boolean;
  /** Why it is over before its end. */
  readonly error?: ErrorFields;
}

/** An error as the other thread may know it. */
export function fieldsOf(error: unknown): ErrorFields {
  if (error instanceof EngineError) return { code: error.code, message: error.message, param: error.param };
  return { code: 'engine_failed', message: `The engine failed: ${causeOf(error)}.`, param: null };
}
