// Fine-tune request from options, fully checked before it is queued.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { baseModel } from '#service/engine/engine.ts';
import { inspectTrainingFile } from '#service/engine/fine-tuning/fine-tuning.ts';
import { outputName, pointOfCheckpoint, pointOfModel } from '#service/jobs/plan.ts';
import { copyAtomically } from '#service/jobs/inbox.ts';
import { quote } from '#service/settings.ts';
import { dataFile, type Places } from '#service/store/data-folder.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import type { Store } from '#service/store/store.ts';
import {
  type Given,
  OptionError,
  choice,
  decimal,
  flag,
  integer,
  text,
  type Option,
  fileFault,
  pathFrom,
} from './command-line.ts';

const fileLimit = 64 * 1024 * 1024;
const shown = 20;

/** Checks options and files before it copies any. @throws OptionError */
export async function makeRequest(
  given: Given,
  store: Store | null,
  places: Places,
): Promise<FineTuneRequest> {
  const training = fileOf(options.trainingFile.read(given));
  if (training === null) throw new OptionError('--training-file is needed: --training-file <file>.');
  const validation = fileOf(options.validationFile.read(given));
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
    outputName: outputName(start.model, options.suffix.read(given) ?? ''),
    ...settings,
  };
}

const fileOf = (path: string | null): string | null => (path === null ? null : pathFrom(path));

function readSettings(given: Given, hasValidation: boolean) {
  const trainOnInputs = options.trainOnInputs.read(given);
  const nEvals = options.nEvals.read(given);
  if (given.has('n-evals') && nEvals > 0 && !hasValidation) {
    throw new OptionError('--n-evals needs a --validation-file to evaluate on.');
  }
  return {
    nEpochs: options.nEpochs.read(given),
    batchSize: options.batchSize.read(given),
    learningRate: options.learningRate.read(given),
    scheduler: options.scheduler.read(given),
    minLrRatio: options.minLrRatio.read(given),
    warmupRatio: options.warmupRatio.read(given),
    weightDecay: options.weightDecay.read(given),
    maxGradNorm: options.maxGradNorm.read(given),
    nEvals: hasValidation ? nEvals : 0,
    nCheckpoints: options.nCheckpoints.read(given),
    trainOnInputs: trainOnInputs === 'auto' ? trainOnInputs : trainOnInputs === 'true',
    seed: options.seed.read(given),
    wandbProjectName: options.wandbProjectName.read(given) ?? '',
  };
}

function findStart(given: Given, store: Store | null, places: Places) {
  const model = options.model.read(given);
  const fromCheckpoint = options.fromCheckpoint.read(given);
  if (model !== null && fromCheckpoint !== null) {
    throw new OptionError('--model and --from-checkpoint do not go together: a checkpoint has its model.');
  }
  // Checkpoints are served as models, too.
  const checkpoint = fromCheckpoint ?? model ?? '';
  const point = pointOfCheckpoint(checkpoint, store, places);
  if (point !== null) return { model: point.model, fromCheckpoint: checkpoint };
  if (fromCheckpoint === null) {
    const id = model ?? baseModel;
    if (pointOfModel(id, store, places) !== null) return { model: id, fromCheckpoint: '' };
    throw new OptionError(`--model ${id} is not a model of this machine; GET /v1/models lists them.`);
  }
  const [id = ''] = fromCheckpoint.split(':');
  const steps = store?.checkpoints.list(id).map(({ step }) => `${id}:${step}`) ?? [];
  const found = steps.length === 0 ? 'It has none.' : `Available: ${steps.join(', ')}.`;
  throw new OptionError(`--from-checkpoint ${fromCheckpoint} is not a checkpoint of this machine. ${found}`);
}

/** @throws OptionError with every bad line by its number */
async function requireExamples(option: string, file: string): Promise<void> {
  const name = basename(file);
  let report;
  try {
    const { size } = await stat(file);
    if (size > fileLimit) throw new OptionError(`${option}: ${file} is larger than 64 MiB.`);
    report = await inspectTrainingFile(file);
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw fileFault(option, file, error, 'it cannot be read');
  }
  if (report.problemCount === 0) return;
  // A file of a wrong format has the same problem on every line.
  const ranges: { from: number; to: number; message: string }[] = [];
  for (const { line, message } of report.problems) {
    const last = ranges.at(-1);
    if (last?.message === message && last.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line, message });
  }
  const listed = ranges.slice(0, shown);
  const lines = listed.map(
    ({ from, to, message }) => `  ${name}:${from}${to === from ? '' : `-${to}`}: ${message}`,
  );
  const rest = report.problemCount - listed.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (rest > 0) lines.push(`  … and ${rest} more.`);
  throw new OptionError([`${option}: ${file} cannot be used. Nothing was queued.`, ...lines].join('\n'));
}

/** Files of the same content are one: the parameters of two fine-tunes then show that they had the same data. */
async function keepDataFile(file: string, places: Places): Promise<FineTuneRequest['trainingFile']> {
  const hash = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const id = `file-${hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/u, '$1-$2-$3-$4-$5')}`;
  const target = dataFile(places, id);
  if (!existsSync(target)) await copyAtomically(file, target);
  return { id, name: basename(file) };
}

const fileOption = { value: '<file>', pattern: /^[^\0]+$/u, form: 'a path' };
/** With `ft-` in data folders of the first versions. */
const fineTuneId = '(?:ft-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const batchLimit = 256;

const batchSize: Option<number | 'max'> = {
  name: 'batch-size',
  value: '<number|max>',
  about: `Rows per step: a whole number from 1 to ${batchLimit}, or max for the fastest here; default max. Short lines share a row, so an epoch may have fewer rows than lines.`,
  read(given) {
    const found = given.get('batch-size') ?? 'max';
    if (found === 'max') return found;
    const number = /^\d{1,3}$/u.test(found) ? Number(found) : 0;
    if (number >= 1 && number <= batchLimit) return number;
    throw new OptionError(
      `--batch-size must be max or a whole number from 1 to ${batchLimit}; it is ${quote(found)}.`,
    );
  },
};

export const options = {
  trainingFile: text('training-file', {
    ...fileOption,
    about:
      'Training data: JSONL, one {"text": …} or {"prompt": …, "completion": …} per line, up to 64 MiB. Required.',
  }),
  validationFile: text('validation-file', {
    ...fileOption,
    about: 'Validation data in the same format. Default none.',
  }),
  model: text('model', {
    value: '<model>',
    about: `The model to start from. Default ${baseModel}.`,
    pattern: /^[\w.:/-]{1,200}$/u,
    form: 'the id of a model',
  }),
  fromCheckpoint: text('from-checkpoint', {
    value: '<id>[:<step>]',
    about: 'The checkpoint to start from instead: a fine-tune’s id, with a step for an intermediate one.',
    pattern: new RegExp(`^${fineTuneId}(?::\\d{1,9})?$`, 'u'),
    form: 'the id of a fine-tune, or that and a step (<id>:100)',
  }),
  suffix: text('suffix', {
    value: '<word>',
    about: 'Part of the new model’s name: up to 40 letters, digits and dashes; default none.',
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/u,
    form: '1 to 40 letters, digits and dashes, with no dash at its ends',
  }),
  nEpochs: integer('n-epochs', {
    about: 'Passes over the training file.',
    min: 1,
    max: 100,
    fallback: 1,
  }),
  batchSize,
  learningRate: decimal('learning-rate', {
    about: 'Peak learning rate.',
    min: 0,
    max: 1,
    isAbove: true,
    fallback: 5e-4,
  }),
  scheduler: choice('lr-scheduler', 'Learning rate schedule.', ['linear', 'cosine']),
  minLrRatio: decimal('min-lr-ratio', {
    about: 'Final learning rate as a fraction of the peak.',
    min: 0,
    max: 1,
    fallback: 0,
  }),
  warmupRatio: decimal('warmup-ratio', {
    about: 'Fraction of all steps used for warm-up.',
    min: 0,
    max: 1,
    fallback: 0.05,
  }),
  weightDecay: decimal('weight-decay', { about: 'Weight decay.', min: 0, max: 1, fallback: 0.01 }),
  maxGradNorm: decimal('max-grad-norm', {
    about: 'Maximum gradient norm; 0 turns clipping off.',
    min: 0,
    max: 100,
    fallback: 1,
  }),
  nEvals: integer('n-evals', {
    about: 'Number of evaluations on the validation file; none without one.',
    min: 0,
    max: 1000,
    fallback: 10,
  }),
  nCheckpoints: integer('n-checkpoints', {
    about: 'Number of checkpoints, the last at the end.',
    min: 1,
    max: 100,
    fallback: 1,
  }),
  trainOnInputs: choice('train-on-inputs', 'Whether to train on prompts, too; auto means false.', [
    'auto',
    'true',
    'false',
  ]),
  seed: integer('seed', {
    about: 'The same seed, files and settings give the same model.',
    min: 0,
    max: 2 ** 32 - 1,
    fallback: 1,
  }),
  wandbProjectName: text('wandb-project-name', {
    value: '<name>',
    about: 'A project name stored with the job; nothing is sent anywhere. Default none.',
    pattern: /^[\w .-]{1,128}$/u,
    form: '1 to 128 letters, digits, spaces, dots, dashes and underscores',
  }),
  detach: flag('detach', 'Queue the job and exit instead of following it.'),
  cancel: text('cancel', {
    value: '<id>',
    about: 'Cancel a queued or running fine-tune. Cannot be combined with other options.',
    pattern: new RegExp(`^${fineTuneId}$`, 'u'),
    form: 'the id of a fine-tune',
  }),
  help: flag('help', 'This text.'),
} as const;

export const optionList: readonly Option<unknown>[] = Object.values(options);
