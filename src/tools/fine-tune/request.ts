// From options to a request: everything is checked before anything is queued.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BASE_MODEL } from '#service/engine/engine.ts';
import { inspectTrainingFile } from '#service/engine/fine-tuning/fine-tuning.ts';
import { outputName } from '#service/fine-tunes/output-name.ts';
import { pointOfCheckpoint, pointOfModel } from '#service/fine-tunes/starting-point.ts';
import { keepCopy } from '#service/inbox/put.ts';
import type { FineTuneRequest } from '#service/inbox/requests.ts';
import { dataFile, type Places } from '#service/store/places.ts';
import type { Store } from '#service/store/store.ts';
import { type Given, OptionError } from '#tools/command-line/options.ts';
import { pathFrom } from '#tools/command-line/program.ts';
import { OPTIONS } from './options.ts';

const FILE_LIMIT = 64 * 1024 * 1024;
/** Bad lines that are named. */
const SHOWN = 20;

/** Reads every option, then the files, then copies the files into the data folder. Throws OptionError. */
export async function makeRequest(
  given: Given,
  store: Store | null,
  places: Places,
): Promise<FineTuneRequest> {
  const training = fileOf(OPTIONS.trainingFile.read(given));
  if (training === null) throw new OptionError('--training-file is needed: --training-file <file>.');
  const validation = fileOf(OPTIONS.validationFile.read(given));
  const settings = readSettings(given, validation !== null);
  const start = findStart(given, store, places);
  await requireExamples('--training-file', training);
  if (validation !== null) await requireExamples('--validation-file', validation);
  return {
    kind: 'fine_tune',
    id: randomUUID(),
    jobId: `job-${randomUUID()}`,
    createdAt: Date.now(),
    trainingFile: await keepDataFile(training, places),
    validationFile: validation === null ? null : await keepDataFile(validation, places),
    ...start,
    outputName: outputName(start.model, OPTIONS.suffix.read(given) ?? ''),
    ...settings,
  };
}

const fileOf = (path: string | null): string | null => (path === null ? null : pathFrom(path));

function readSettings(given: Given, hasValidation: boolean) {
  const trainOnInputs = OPTIONS.trainOnInputs.read(given);
  const nEvals = OPTIONS.nEvals.read(given);
  if (given.has('n-evals') && nEvals > 0 && !hasValidation) {
    throw new OptionError('--n-evals needs a --validation-file to evaluate on.');
  }
  return {
    nEpochs: OPTIONS.nEpochs.read(given),
    batchSize: OPTIONS.batchSize.read(given),
    learningRate: OPTIONS.learningRate.read(given),
    scheduler: OPTIONS.scheduler.read(given),
    minLrRatio: OPTIONS.minLrRatio.read(given),
    warmupRatio: OPTIONS.warmupRatio.read(given),
    weightDecay: OPTIONS.weightDecay.read(given),
    maxGradNorm: OPTIONS.maxGradNorm.read(given),
    nEvals: hasValidation ? nEvals : 0,
    nCheckpoints: OPTIONS.nCheckpoints.read(given),
    trainOnInputs: trainOnInputs === 'auto' ? trainOnInputs : trainOnInputs === 'true',
    seed: OPTIONS.seed.read(given),
    wandbProjectName: OPTIONS.wandbProjectName.read(given) ?? '',
  };
}

function findStart(given: Given, store: Store | null, places: Places) {
  const model = OPTIONS.model.read(given);
  const fromCheckpoint = OPTIONS.fromCheckpoint.read(given);
  if (model !== null && fromCheckpoint !== null) {
    throw new OptionError('--model and --from-checkpoint do not go together: a checkpoint has its model.');
  }
  if (fromCheckpoint === null) {
    const id = model ?? BASE_MODEL;
    if (pointOfModel(id, store, places) !== null) return { model: id, fromCheckpoint: '' };
    throw new OptionError(`--model ${id} is not a model of this machine; GET /v1/models lists them.`);
  }
  const point = pointOfCheckpoint(fromCheckpoint, store, places);
  if (point !== null) return { model: point.model, fromCheckpoint };
  const [id = ''] = fromCheckpoint.split(':');
  const steps = store?.checkpoints.list(id).map(({ step }) => `${id}:${step}`) ?? [];
  const found = steps.length === 0 ? 'It has none.' : `There are: ${steps.join(', ')}.`;
  throw new OptionError(`--from-checkpoint ${fromCheckpoint} is not a checkpoint of this machine. ${found}`);
}

/** Throws OptionError with every bad line by its number. */
async function requireExamples(option: string, file: string): Promise<void> {
  const name = basename(file);
  let report;
  try {
    const { size } = await stat(file);
    if (size > FILE_LIMIT) throw new OptionError(`${option}: ${file} is larger than 64 MiB.`);
    report = await inspectTrainingFile(file);
  } catch (error) {
    if (error instanceof OptionError) throw error;
    const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    const why = cause === 'ENOENT' ? 'there is no such file' : `it cannot be read (${cause})`;
    throw new OptionError(`${option}: ${file}: ${why}.`, { cause: error });
  }
  if (report.problemCount === 0) return;
  const lines = report.problems.slice(0, SHOWN).map(({ line, message }) => `  ${name}:${line}: ${message}`);
  const rest = report.problemCount - lines.length;
  if (rest > 0) lines.push(`  … and ${rest} more.`);
  throw new OptionError([`${option}: ${file} cannot be used. Nothing was queued.`, ...lines].join('\n'));
}

async function keepDataFile(file: string, places: Places): Promise<FineTuneRequest['trainingFile']> {
  const id = `file-${randomUUID()}`;
  await keepCopy(file, dataFile(places, id));
  return { id, name: basename(file) };
}
