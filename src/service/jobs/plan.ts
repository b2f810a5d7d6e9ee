// Training plan, data files and output model of a fine-tune.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { baseModel } from '#service/engine/engine.ts';
import type { FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import { inspectTrainingFile, convertModel } from '#service/engine/fine-tuning/fine-tuning.ts';
import { removeResumeState } from '#service/engine/fine-tuning/resume-state.ts';
import { baseModelFile } from '#service/engine/start-worker.ts';
import { dataFile, type Places } from '#service/store/data-folder.ts';
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import type { Store } from '#service/store/store.ts';
import { problemMessage, readMessage } from './journal.ts';
import type { StatusWriter } from './status.ts';

/** A string says why not. */
export function createPlan(request: FineTuneRequest, store: Store, places: Places): FineTunePlan | string {
  const { id, model, fromCheckpoint, trainingFile, validationFile } = request;
  const start =
    fromCheckpoint === ''
      ? pointOfModel(model, store, places)
      : pointOfCheckpoint(fromCheckpoint, store, places);
  if (start === null) {
    return fromCheckpoint === ''
      ? `The model ${model} does not exist here.`
      : `The checkpoint ${fromCheckpoint} does not exist here.`;
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

/** `fault` is a sentence for users. */
type FileCheck =
  | { readonly trainingLines: number; readonly trainingBytes: number; readonly tokenCount: number }
  | { readonly fault: string };

/** Adds events. Never rejects for what is in a file. */
export async function checkFiles(
  { id, request }: FineTuneRow,
  statuses: StatusWriter,
  places: Places,
): Promise<FileCheck> {
  const { trainingFile, validationFile } = request;
  const checkFile = async (use: 'training' | 'validation', file: typeof trainingFile) => {
    const what = use === 'training' ? 'Training file' : 'Validation file';
    statuses.note(id, { type: `${use}_data_downloading`, message: `Reading ${use} file ${file.name}.` });
    const report = await inspect(dataFile(places, file.id));
    if (typeof report === 'string') return `${what} ${file.name}: ${report}`;
    if (report.problemCount > 0) return problemMessage(what, file.name, report);
    const message = readMessage(what, file.name, report);
    statuses.note(id, { type: `${use}_data_download_complete`, message });
    return report;
  };
  const training = await checkFile('training', trainingFile);
  if (typeof training === 'string') return { fault: training };
  if (validationFile !== null) {
    const validation = await checkFile('validation', validationFile);
    if (typeof validation === 'string') return { fault: validation };
  }
  if (request.wandbProjectName !== '') {
    const project = `The project ${request.wandbProjectName} is stored with this job; nothing leaves this machine.`;
    statuses.note(id, { type: 'warning', message: project });
  }
  const { lines, bytes, tokens } = training;
  return { trainingLines: lines, trainingBytes: bytes, tokenCount: tokens * request.nEpochs };
}

async function inspect(file: string) {
  try {
    return await inspectTrainingFile(file);
  } catch (error) {
    return `it cannot be read (${error instanceof Error ? error.message : 'unknown cause'}).`;
  }
}

interface StartingPoint {
  readonly file: string;
  readonly model: string;
}

/** Without a store there is only the base model. */
export function pointOfModel(id: string, store: Store | null, { home }: Places): StartingPoint | null {
  if (id === baseModel) return { file: baseModelFile, model: id };
  const model = store?.models.find(id) ?? null;
  return model === null ? null : { file: join(home, model.path), model: id };
}

/** Takes `<fine-tune id>:<step>`, or `<fine-tune id>` for the final checkpoint. */
export function pointOfCheckpoint(
  checkpoint: string,
  store: Store | null,
  { home }: Places,
): StartingPoint | null {
  const [id = '', step] = checkpoint.split(':');
  const fineTune = store?.fineTunes.find(id) ?? null;
  if (store === null || fineTune === null) return null;
  const checkpoints = store.checkpoints.list(id);
  const found =
    step === undefined
      ? checkpoints.find(({ isFinal }) => isFinal)
      : checkpoints.find((each) => String(each.step) === step);
  return found === undefined ? null : { file: join(home, found.path), model: fineTune.request.model };
}

interface Output {
  /** Relative to the data folder. */
  readonly path: string;
  readonly bytes: number;
  readonly description: string;
}

const outputPath = (id: string): string => `models/${id}.bin`;

/** Rejects with ModelFileError for unusable weights, and on abort. */
export async function writeOutput(
  { id, request }: FineTuneRow,
  checkpointPath: string,
  { home }: Places,
  now: number,
  signal: AbortSignal,
): Promise<Output> {
  const start = request.fromCheckpoint || request.model;
  const description = `A fine-tune of ${start} on ${request.trainingFile.name}, trained here as ${id}.`;
  const path = outputPath(id);
  const files = { source: join(home, checkpointPath), target: join(home, path) };
  const { bytes } = await convertModel({ ...files, description, created: Math.floor(now / 1000) }, signal);
  return { path, bytes, description };
}

/** Of a fine-tune that ends without a model. */
export function removeUnfinished(id: string, { home, fineTunes }: Places): void {
  removeResumeState(join(fineTunes, id));
  const output = join(home, outputPath(id));
  for (const file of [output, `${output}.part`]) rmSync(file, { force: true });
}

/** `inferdeck/tale-1m-<suffix>-<8 hex>` */
export function outputName(model: string, suffix: string): string {
  const middle = suffix === '' ? '' : `${suffix}-`;
  return `${model}-${middle}${randomBytes(4).toString('hex')}`;
}
