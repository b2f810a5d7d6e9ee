// Descriptions of the record fields, and parameter differences.
import type { FineTune } from '#api/schema/fine-tune.ts';

interface RecordField {
  readonly name: string;
  readonly about: string;
}

/** Documented fields, then those that services add. */
export const recordFields: readonly RecordField[] = [
  { name: 'id', about: 'Id of the fine-tune; with a colon and a step, the model id of a checkpoint.' },
  { name: 'status', about: 'Current status. The API names only “pending”; services may send others.' },
  { name: 'model', about: 'Base model.' },
  { name: 'model_output_name', about: 'Name of the trained model.' },
  { name: 'model_output_path', about: 'Where the trained model is stored.' },
  { name: 'from_checkpoint', about: 'Checkpoint that training started from, instead of the base model.' },
  { name: 'training_file', about: 'Training file.' },
  { name: 'validation_file', about: 'Validation file.' },
  { name: 'trainingfile_numlines', about: 'Lines of the training file.' },
  { name: 'trainingfile_size', about: 'Bytes of the training file.' },
  { name: 'created_at', about: 'When it was created.' },
  { name: 'updated_at', about: 'When the record last changed.' },
  { name: 'started_at', about: 'When its current stage started.' },
  { name: 'n_epochs', about: 'Passes over the training file.' },
  { name: 'epochs_completed', about: 'Epochs completed.' },
  { name: 'total_steps', about: 'Steps of the whole training.' },
  { name: 'steps_completed', about: 'Steps completed.' },
  { name: 'n_checkpoints', about: 'Checkpoints requested.' },
  { name: 'n_evals', about: 'Evaluations requested; 0 for none.' },
  { name: 'evals_completed', about: 'Evaluations completed.' },
  { name: 'eval_steps', about: 'Steps between evaluations; rounded if they are not evenly spaced.' },
  { name: 'batch_size', about: 'Rows per step; “max” lets the service choose.' },
  { name: 'learning_rate', about: 'Peak learning rate.' },
  { name: 'lr_scheduler', about: 'Learning rate schedule and final fraction.' },
  { name: 'warmup_ratio', about: 'Fraction of steps used for warm-up.' },
  { name: 'max_grad_norm', about: 'Maximum gradient norm; 0 may mean no clipping.' },
  { name: 'weight_decay', about: 'Weight decay; 0 for none.' },
  { name: 'seed', about: 'The same seed, files and settings give the same run.' },
  { name: 'train_on_inputs', about: 'Whether prompts are trained on; “auto” lets the service choose.' },
  { name: 'training_method', about: 'Training method; “sft” is supervised fine-tuning.' },
  { name: 'training_type', about: 'Which weights are trained; “Full” is all of them.' },
  { name: 'job_id', about: 'Id of the job that runs it.' },
  { name: 'queue_depth', about: 'Jobs ahead in the queue.' },
  { name: 'token_count', about: 'Tokens trained on.' },
  { name: 'param_count', about: 'Parameters of the model.' },
  { name: 'total_price', about: 'Price. The API states no unit.' },
  { name: 'early_stopped', about: 'Whether it stopped before its last step.' },
  { name: 'progress', about: 'The service’s estimate until its next status.' },
  { name: 'wandb_project_name', about: 'Experiment tracker project.' },
  { name: 'wandb_url', about: 'Experiment tracker run.' },
  { name: 'events', about: 'Events; shown above.' },
];

/** 0 is probably a value here, not "not set". */
const meansZero = new Set([
  'epochs_completed',
  'steps_completed',
  'evals_completed',
  'n_evals',
  'queue_depth',
  'warmup_ratio',
  'weight_decay',
  'seed',
]);

export function isProbablyUnset(name: string, value: unknown): boolean {
  return value === '' || value === null || (value === 0 && !meansZero.has(name));
}

/** Known fields first. */
export function fieldsOf(raw: unknown): readonly (RecordField & { readonly value: unknown })[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const left = new Map<string, unknown>(Object.entries(raw));
  const known = recordFields.flatMap((field) => {
    if (!left.has(field.name)) return [];
    const value = left.get(field.name);
    left.delete(field.name);
    return [{ ...field, value }];
  });
  const others = [...left].map(([name, value]) => ({
    name,
    about: 'Not documented.',
    value,
  }));
  return [...known, ...others];
}

/** Undefined where missing. */
interface ParameterDifference {
  /** `lr_scheduler.lr_scheduler_type` */
  readonly field: string;
  readonly before: string | number | boolean | undefined;
  readonly after: string | number | boolean | undefined;
}

/** Missing, empty and 0 are three different values. */
export function parameterDifferences(before: FineTune, after: FineTune): readonly ParameterDifference[] {
  const [one, other] = [new Map(flat(before)), new Map(flat(after))];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) =>
    one.get(field) === other.get(field) ? [] : [{ field, before: one.get(field), after: other.get(field) }],
  );
}

/** All other fields are the user's choice. */
const outcomes: ReadonlySet<string> = new Set([
  'id',
  'status',
  'model_output_name',
  'model_output_path',
  'created_at',
  'updated_at',
  'started_at',
  'epochs_completed',
  'total_steps',
  'steps_completed',
  'evals_completed',
  'job_id',
  'queue_depth',
  'token_count',
  'param_count',
  'total_price',
  'early_stopped',
  'progress',
  'wandb_url',
  'events',
]);

const chosen = recordFields.map(({ name }) => name).filter((name) => !outcomes.has(name));

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
