// The options of `npm run fine-tune`, with their limits and defaults.
import { BASE_MODEL } from '#service/engine/engine.ts';
import { choice, decimal, flag, integer, text } from '#tools/command-line/kinds.ts';
import { type Option, OptionError, quote } from '#tools/command-line/options.ts';

const FILE = { value: '<file>', pattern: /^[^\0]+$/u, form: 'a path' };
/** With `ft-` where the first versions made it. */
const FINE_TUNE_ID = '(?:ft-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const BATCH_LIMIT = 256;

const batchSize: Option<number | 'max'> = {
  name: 'batch-size',
  value: '<number|max>',
  about: `Rows in a step. A whole number from 1 to ${BATCH_LIMIT}, or max for what is fastest here; default max.`,
  read(given) {
    const found = given.get('batch-size') ?? 'max';
    if (found === 'max') return found;
    const number = /^\d{1,3}$/u.test(found) ? Number(found) : 0;
    if (number >= 1 && number <= BATCH_LIMIT) return number;
    throw new OptionError(
      `--batch-size must be max or a whole number from 1 to ${BATCH_LIMIT}; it is ${quote(found)}.`,
    );
  },
};

/** Every option, by what the request calls it. */
export const OPTIONS = {
  trainingFile: text('training-file', {
    ...FILE,
    about:
      'What is learned: JSONL, one {"text": …} or {"prompt": …, "completion": …} a line, up to 64 MiB. Needed.',
  }),
  validationFile: text('validation-file', {
    ...FILE,
    about: 'What the model is measured by, in the same form. Default none.',
  }),
  model: text('model', {
    value: '<model>',
    about: `The model to start from. Default ${BASE_MODEL}.`,
    pattern: /^[\w.:/-]{1,200}$/u,
    form: 'the id of a model',
  }),
  fromCheckpoint: text('from-checkpoint', {
    value: '<id>[:<step>]',
    about: 'The checkpoint to start from instead: the id of a fine-tune, with a step for one on the way.',
    pattern: new RegExp(`^${FINE_TUNE_ID}(?::\\d{1,9})?$`, 'u'),
    form: 'the id of a fine-tune, or that and a step (<id>:100)',
  }),
  suffix: text('suffix', {
    value: '<word>',
    about: 'A part of the new model’s name. Up to 40 letters, digits and dashes; default none.',
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/u,
    form: '1 to 40 letters, digits and dashes, with no dash at its ends',
  }),
  nEpochs: integer('n-epochs', {
    about: 'How often the training file is gone through.',
    min: 1,
    max: 100,
    fallback: 1,
  }),
  batchSize,
  learningRate: decimal('learning-rate', {
    about: 'The peak of the learning rate.',
    min: 0,
    max: 1,
    isAbove: true,
    fallback: 5e-4,
  }),
  scheduler: choice('lr-scheduler', 'How the learning rate falls.', ['linear', 'cosine']),
  minLrRatio: decimal('min-lr-ratio', {
    about: 'What is left of the learning rate at the end.',
    min: 0,
    max: 1,
    fallback: 0,
  }),
  warmupRatio: decimal('warmup-ratio', {
    about: 'The share of all steps in which the learning rate rises.',
    min: 0,
    max: 1,
    fallback: 0.05,
  }),
  weightDecay: decimal('weight-decay', { about: 'Weight decay.', min: 0, max: 1, fallback: 0.01 }),
  maxGradNorm: decimal('max-grad-norm', {
    about: 'The norm that gradients are clipped to, 0 for never.',
    min: 0,
    max: 100,
    fallback: 1,
  }),
  nEvals: integer('n-evals', {
    about: 'Evaluations over the validation file; without one there are none.',
    min: 0,
    max: 1000,
    fallback: 10,
  }),
  nCheckpoints: integer('n-checkpoints', {
    about: 'Checkpoints, the last at the end.',
    min: 1,
    max: 100,
    fallback: 1,
  }),
  trainOnInputs: choice('train-on-inputs', 'Whether prompts are learned, too; auto is false.', [
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
    about: 'A project name that is kept with the job; nothing is sent there. Default none.',
    pattern: /^[\w .-]{1,128}$/u,
    form: '1 to 128 letters, digits, spaces, dots, dashes and underscores',
  }),
  detach: flag('detach', 'Queue the job and end, instead of following it.'),
  cancel: text('cancel', {
    value: '<id>',
    about: 'End a fine-tune that waits or trains. Stands alone.',
    pattern: new RegExp(`^${FINE_TUNE_ID}$`, 'u'),
    form: 'the id of a fine-tune',
  }),
  help: flag('help', 'This text.'),
} as const;

/** The options as a list, in the order of the help. */
export const OPTION_LIST: readonly Option<unknown>[] = Object.values(OPTIONS);
