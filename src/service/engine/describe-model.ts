// Model descriptions and the error for an unreadable model.
import { layoutOf } from '#service/engine/model/shape.ts';
import type { ModelFacts } from '#service/engine/model/weight-file.ts';
import { causeOf, type EngineModel, EngineError } from './contract.ts';

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
