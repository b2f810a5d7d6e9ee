// What each field of a fine-tune's record means, in the order in which a person would ask.
import type { FineTune } from '#api/schema/fine-tune.ts';

/** A field of the record in words. */
interface RecordField {
  readonly name: string;
  readonly about: string;
}

/** Every field of the interface document, then those that services have added. */
export const recordFields: readonly RecordField[] = [
  { name: 'id', about: 'Names the fine-tune; with a step behind a colon it names a checkpoint as a model.' },
  { name: 'status', about: 'Where it is. The interface names only “pending”; any word may come.' },
  { name: 'model', about: 'The base model that is trained.' },
  { name: 'model_output_name', about: 'What the trained model is called.' },
  { name: 'model_output_path', about: 'Where the trained model is kept.' },
  { name: 'from_checkpoint', about: 'The checkpoint that training began from, instead of the base model.' },
  { name: 'training_file', about: 'The file that is learned.' },
  { name: 'validation_file', about: 'The file that evaluations measure by.' },
  { name: 'trainingfile_numlines', about: 'Lines of the training file.' },
  { name: 'trainingfile_size', about: 'Bytes of the training file.' },
  { name: 'created_at', about: 'When it was asked for.' },
  { name: 'updated_at', about: 'When the record changed last.' },
  { name: 'started_at', about: 'When its current stage began.' },
  { name: 'n_epochs', about: 'Passes over the training file.' },
  { name: 'epochs_completed', about: 'How often that has happened.' },
  { name: 'total_steps', about: 'Steps of the whole training.' },
  { name: 'steps_completed', about: 'Steps that are done.' },
  { name: 'n_checkpoints', about: 'Checkpoints that were asked for.' },
  { name: 'n_evals', about: 'Evaluations that were asked for; 0 is none.' },
  { name: 'evals_completed', about: 'Evaluations that are done.' },
  { name: 'eval_steps', about: 'Steps from one evaluation to the next.' },
  { name: 'batch_size', about: 'Rows in a step; “max” leaves it to the service.' },
  { name: 'learning_rate', about: 'Peak learning rate.' },
  { name: 'lr_scheduler', about: 'How the learning rate falls, and what is left of it at the end.' },
  { name: 'warmup_ratio', about: 'The share of the steps in which the learning rate rises.' },
  { name: 'max_grad_norm', about: 'The norm that gradients are clipped to; 0 may mean never.' },
  { name: 'weight_decay', about: 'How strongly large weights are pulled back; 0 is not at all.' },
  { name: 'train_on_inputs', about: 'Whether prompts are learned too; “auto” leaves it to the service.' },
  { name: 'training_method', about: 'How it learns; “sft” is from examples.' },
  { name: 'training_type', about: 'Which weights are trained; “Full” is all.' },
  { name: 'job_id', about: 'The job that does the work.' },
  { name: 'queue_depth', about: 'Jobs before it in the queue.' },
  { name: 'token_count', about: 'Tokens that are trained on.' },
  { name: 'param_count', about: 'Parameters of the model.' },
  { name: 'total_price', about: 'What it costs. The interface states no unit.' },
  { name: 'early_stopped', about: 'Whether it ended before its last step.' },
  { name: 'progress', about: 'The service’s own estimate, counted to its next status.' },
  { name: 'wandb_project_name', about: 'The project of an experiment tracker.' },
  { name: 'wandb_url', about: 'The run in that tracker.' },
  { name: 'events', about: 'What happened; shown above.' },
];

/** Fields in which 0 is a value, and not likely to stand for "not set". */
const meansZero = new Set([
  'epochs_completed',
  'steps_completed',
  'evals_completed',
  'n_evals',
  'queue_depth',
  'warmup_ratio',
  'weight_decay',
]);

/** Whether a value is one that services send where nothing was set: the empty text, and most zeros. */
export function isProbablyUnset(name: string, value: unknown): boolean {
  return value === '' || value === null || (value === 0 && !meansZero.has(name));
}

/** The fields of a record as it came: the known ones in their order, then the others as they came. */
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
    about: 'Not in the interface document.',
    value,
  }));
  return [...known, ...others];
}

/** A parameter that differs; a value is undefined where the record does not have it. */
interface ParameterDifference {
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

/** What becomes of a job, and its names; everything else that is known of a record is what a person chose. */
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
