// Default records for tests.
import { randomUUID } from 'node:crypto';
import type { FineTuneRequest } from '#service/store/requests.ts';
import type { NewFineTuneEvent } from '#service/store/fine-tunes.ts';

export function fineTuneRequest(fields: Partial<FineTuneRequest> = {}): FineTuneRequest {
  return {
    kind: 'fine_tune',
    id: randomUUID(),
    jobId: `job-${randomUUID()}`,
    createdAt: 1_763_700_000_000,
    trainingFile: { id: `file-${randomUUID()}`, name: 'train.jsonl' },
    validationFile: null,
    model: 'inferdeck/tale-1m',
    fromCheckpoint: '',
    outputName: 'inferdeck/tale-1m-test-01234567',
    nEpochs: 1,
    batchSize: 4,
    learningRate: 0.0005,
    scheduler: 'linear',
    minLrRatio: 0,
    warmupRatio: 0,
    weightDecay: 0,
    maxGradNorm: 1,
    nEvals: 0,
    nCheckpoints: 1,
    trainOnInputs: 'auto',
    seed: 1,
    wandbProjectName: '',
    ...fields,
  };
}

export function newEvent(message: string, fields: Partial<NewFineTuneEvent> = {}): NewFineTuneEvent {
  return {
    createdAt: 1_763_700_000_000,
    type: 'training_step',
    level: null,
    message,
    step: 0,
    totalSteps: 0,
    tokenCount: 0,
    paramCount: 0,
    trainingOffset: 0,
    checkpointPath: '',
    modelPath: '',
    ...fields,
  };
}
