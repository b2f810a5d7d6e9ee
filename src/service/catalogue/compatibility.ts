// Hardware compatibility: whether a model's weights and cache fit in memory.
import { findSampleModel } from './sample-models.ts';
import { guardModel } from './safety-model.ts';
import type { EngineModel } from '#service/engine/engine.ts';

export interface Deployable {
  /** Whether this machine serves it now. */
  readonly runsHere: boolean;
  /** In GB; null if there are none that could be deployed elsewhere. */
  readonly weightsGb: number | null;
}

/** Memory per GB of weights: a fifth more, for the KV cache and activations. */
export const overhead = 1.2;

/** The engine computes in 32-bit floats. */
const bytesPerParameter = 4;

/**
 * A model of any type; null for an unknown id. This service's moderation model is a word list, so it has no weights
 * to deploy.
 */
export function findDeployable(id: string, running: readonly EngineModel[]): Deployable | null {
  if (id === guardModel.id) return { runsHere: true, weightsGb: null };
  const here = running.find((model) => model.id === id);
  if (here !== undefined) {
    return { runsHere: true, weightsGb: (here.parameterCount * bytesPerParameter) / 1e9 };
  }
  const sample = findSampleModel(id);
  return sample === null ? null : { runsHere: false, weightsGb: sample.weightsGb };
}

/** `memoryGb` is the total of all cards. */
export function fits({ weightsGb }: Deployable, memoryGb: number): boolean {
  return weightsGb !== null && weightsGb * overhead <= memoryGb;
}
