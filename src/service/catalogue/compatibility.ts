// Which hardware can hold a model: the weights, and room for what comes into being while it runs.
import { findSampleModel } from './sample-models.ts';
import { guardModel } from './safety-model.ts';
import type { EngineModel } from '#service/engine/engine.ts';

/** What has to be known of a model to place it. */
export interface Deployable {
  /** Whether this machine runs it, now. */
  readonly runsHere: boolean;
  /** GB of its weights; null where there are none that could be brought elsewhere. */
  readonly weightsGb: number | null;
}

/** Memory that a model needs for each GB of weights: a fifth more, for the cache of its context and for activations. */
export const overhead = 1.2;

/** The engine computes in 32-bit numbers. */
const bytesPerParameter = 4;

/**
 * A model by its id, of whatever type; null for one that nobody knows. The moderation model of this service is a list
 * of words, so that there is nothing to deploy of it.
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

/** Whether cards with so much memory together hold a model. */
export function fits({ weightsGb }: Deployable, memoryGb: number): boolean {
  return weightsGb !== null && weightsGb * overhead <= memoryGb;
}
