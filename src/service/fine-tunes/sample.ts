// The sample fine-tune of a data folder's first start, so that there is something to see within seconds.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE_MODEL } from '#service/engine/engine.ts';
import { writeSampleData } from '#service/engine/fine-tuning/sample-data.ts';
import { keepCopy } from '#service/inbox/put.ts';
import type { FineTuneRequest } from '#service/inbox/requests.ts';
import { dataFile, type Places } from '#service/store/places.ts';
import { outputName } from './output-name.ts';

/** Writes the sample's data files and gives the request for it: some dozen steps on weather reports. */
export async function prepareSample(places: Places, now: number): Promise<FineTuneRequest> {
  const scratch = join(places.files, 'sample');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const written = await writeSampleData(scratch);
  const [trainingFile, validationFile] = [
    { id: `file-${randomUUID()}`, name: 'weather-reports.jsonl' },
    { id: `file-${randomUUID()}`, name: 'weather-reports-validation.jsonl' },
  ];
  await keepCopy(written.trainingFile, dataFile(places, trainingFile.id));
  await keepCopy(written.validationFile, dataFile(places, validationFile.id));
  await rm(scratch, { recursive: true });
  return {
    kind: 'fine_tune',
    id: randomUUID(),
    jobId: `job-${randomUUID()}`,
    createdAt: now,
    trainingFile,
    validationFile,
    model: BASE_MODEL,
    fromCheckpoint: '',
    outputName: outputName(BASE_MODEL, 'weather'),
    nEpochs: 3,
    batchSize: 8,
    learningRate: 5e-4,
    scheduler: 'linear',
    minLrRatio: 0,
    warmupRatio: 0.05,
    weightDecay: 0.01,
    maxGradNorm: 1,
    nEvals: 10,
    nCheckpoints: 3,
    trainOnInputs: 'auto',
    seed: 11,
    wandbProjectName: '',
  };
}
