// In which parameters two jobs differ: what was asked for, not what became of it.
import type { FineTune } from '#api/schema/fine-tune.ts';

/** A parameter that differs; a value is undefined where the record does not have it. */
export interface ParameterDifference {
  /** With dots for parts of a field: `lr_scheduler.lr_scheduler_type`. */
  readonly field: string;
  readonly before: string | number | boolean | undefined;
  readonly after: string | number | boolean | undefined;
}

/** Differences in the order of the parameters. Missing, empty and 0 are three things, and shown as they are. */
export function parameterDifferences(before: FineTune, after: FineTune): readonly ParameterDifference[] {
  const [one, other] = [new Map(flat(before)), new Map(flat(after))];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) =>
    one.get(field) === other.get(field) ? [] : [{ field, before: one.get(field), after: other.get(field) }],
  );
}

/** Fields that a person chooses when a job is created. */
const chosen = [
  'model',
  'from_checkpoint',
  'training_file',
  'validation_file',
  'trainingfile_numlines',
  'n_epochs',
  'batch_size',
  'learning_rate',
  'lr_scheduler',
  'warmup_ratio',
  'weight_decay',
  'max_grad_norm',
  'n_evals',
  'n_checkpoints',
  'train_on_inputs',
  'training_method',
  'training_type',
] as const;

type Entry = readonly [string, string | number | boolean];

function flat(record: FineTune): readonly Entry[] {
  return chosen.flatMap((field) => entriesOf(field, record[field]));
}

function entriesOf(field: string, value: unknown): readonly Entry[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [[field, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => entriesOf(`${field}.${name}`, part));
}
