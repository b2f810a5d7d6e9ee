// In which parameters two jobs differ: what was asked for, not what became of it.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { recordFields } from '#pages/fine-tunes/detail/record-fields.ts';

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
