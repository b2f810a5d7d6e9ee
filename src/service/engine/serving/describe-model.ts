// What the engine tells about a model, from what its weight file says.
import type { EngineModel } from '#service/engine/contract.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import type { ModelFacts } from '#service/engine/weights/weight-file.ts';

/** The facts of a model that is served under this name. */
export const describeModel = (id: string, { shape, created, description }: ModelFacts): EngineModel => ({
  id,
  contextLength: shape.context,
  vocabSize: shape.vocabulary,
  parameterCount: layoutOf(shape).total,
  created,
  description,
});
