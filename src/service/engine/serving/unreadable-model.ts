// What is said of a model whose weight file cannot be used, by both threads.
import { causeOf } from '#service/engine/cause.ts';
import { EngineError } from '#service/engine/contract.ts';

/** The error for a request to it. */
export function unreadableModel(id: string, cause: unknown): EngineError {
  return new EngineError(
    'model_unreadable',
    `The weights of ${id} cannot be used: ${causeOf(cause)}.`,
    'model',
  );
}
