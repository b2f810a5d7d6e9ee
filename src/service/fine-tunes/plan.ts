// From what was asked to what the trainer is told.
import { join } from 'node:path';
import type { FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import type { FineTuneRequest } from '#service/inbox/requests.ts';
import { dataFile, type Places } from '#service/store/places.ts';
import type { Store } from '#service/store/store.ts';
import { pointOfCheckpoint, pointOfModel } from './starting-point.ts';

/** The plan of a request, or a sentence on why there is none. */
export function planOf(request: FineTuneRequest, store: Store, places: Places): FineTunePlan | string {
  const { id, model, fromCheckpoint, trainingFile, validationFile } = request;
  const start =
    fromCheckpoint === ''
      ? pointOfModel(model, store, places)
      : pointOfCheckpoint(fromCheckpoint, store, places);
  if (start === null) {
    return fromCheckpoint === ''
      ? `The model ${model} is not here.`
      : `The checkpoint ${fromCheckpoint} is not here.`;
  }
  return {
    baseFile: start.file,
    trainingFile: dataFile(places, trainingFile.id),
    validationFile: validationFile === null ? null : dataFile(places, validationFile.id),
    outputFolder: join(places.fineTunes, id),
    nEpochs: request.nEpochs,
    batchSize: request.batchSize,
    learningRate: request.learningRate,
    scheduler: request.scheduler,
    minLrRatio: request.minLrRatio,
    warmupRatio: request.warmupRatio,
    weightDecay: request.weightDecay,
    maxGradNorm: request.maxGradNorm,
    nEvals: request.nEvals,
    nCheckpoints: request.nCheckpoints,
    trainOnInputs: request.trainOnInputs,
    seed: request.seed,
  };
}
