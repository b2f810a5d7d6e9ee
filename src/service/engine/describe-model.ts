// What the engine tells about a model, from what its weight file says.
import { layoutOf } from '#service/engine/model/shape.ts';
import type { ModelFacts } from '#service/engine/model/weight-file.ts';
import { causeOf } from './cause.ts';
import { type EngineModel, EngineError } from './contract.ts';

/** The facts of a model that is served under this name. */
export const describeModel = (id: string, { shape, created, description }: ModelFacts): EngineModel => ({
  id,
  contextLength: shape.context,
  vocabSize: shape.vocabulary,
  parameterCount: layoutOf(shape).total,
  created,
  description,
});

/** The error for a request to it. */
export function unreadableModel(id: string, cause: unknown): EngineError {
  return new EngineError(
    'model_unreadable',
    `The weights of ${id} cannot be used: ${causeOf(cause)}.`,
    'model',
  );
}
