// API records of fine-tunes, events, checkpoints and metrics; their list.
import type { Checkpoint, FineTuneEvent, FineTuneMetric, FineTune } from '#api/schema/fine-tune.ts';
import type { FineTuneEventRow } from '#service/store/fine-tune-events.ts';
import type { FineTuneMetricRow } from '#service/store/fine-tune-metrics.ts';
import type { CheckpointRow, FineTuneRow } from '#service/store/fine-tunes.ts';
import type { Store } from '#service/store/store.ts';
import { terminalStatuses } from './status.ts';

/** With all events. `queueDepth` is how many jobs are ahead. Training here is free. */
function fineTuneRecord(row: FineTuneRow, events: readonly FineTuneEventRow[], queueDepth: number): FineTune {
  const { request } = row;
  return {
    id: row.id,
    status: row.status,
    training_file: request.trainingFile.id,
    validation_file: request.validationFile?.id ?? '',
    model: request.model,
    model_output_name: request.outputName,
    model_output_path: row.outputPath,
    trainingfile_numlines: row.trainingLines,
    trainingfile_size: row.trainingBytes,
    created_at: dateTime(row.createdAt),
    updated_at: dateTime(row.updatedAt),
    n_epochs: request.nEpochs,
    n_checkpoints: request.nCheckpoints,
    n_evals: request.nEvals,
    batch_size: request.batchSize,
    learning_rate: request.learningRate,
    lr_scheduler: {
      lr_scheduler_type: request.scheduler,
      lr_scheduler_args: { min_lr_ratio: request.minLrRatio },
    },
    warmup_ratio: request.warmupRatio,
    max_grad_norm: request.maxGradNorm,
    weight_decay: request.weightDecay,
    eval_steps: row.evalSteps,
    // Documented as a string, with the value auto.
    train_on_inputs: String(request.trainOnInputs),
    training_method: { method: 'sft' },
    training_type: { type: 'Full' },
    job_id: row.jobId,
    events: events.map(eventRecord),
    token_count: row.tokenCount,
    param_count: row.paramCount,
    total_price: 0,
    epochs_completed: row.epochsCompleted,
    queue_depth: queueDepth,
    wandb_project_name: request.wandbProjectName,
    wandb_url: '',
    from_checkpoint: request.fromCheckpoint,
  };
}

/** `token_count` is the tokens trained on so far, `training_offset` the step that a restart resumed from. */
export function eventRecord(row: FineTuneEventRow): FineTuneEvent {
  return {
    object: 'fine-tune-event',
    created_at: dateTime(row.createdAt),
    message: row.message,
    type: row.type,
    param_count: row.paramCount,
    token_count: row.tokenCount,
    total_steps: row.totalSteps,
    wandb_url: '',
    step: row.step,
    checkpoint_path: row.checkpointPath,
    model_path: row.modelPath,
    training_offset: row.trainingOffset,
    hash: row.hash,
    level: row.level,
  };
}

/** As `model` it is `<fine-tune id>:<step>`, the final one also `<fine-tune id>`. */
export function checkpointRecord({ step, createdAt, path, isFinal }: CheckpointRow): Checkpoint {
  return {
    step,
    created_at: dateTime(createdAt),
    path,
    checkpoint_type: isFinal ? 'Final' : 'Intermediate',
  };
}

/** Timestamps are in nanoseconds since 1970; figures that are not finite are omitted. */
export function metricRecord(row: FineTuneMetricRow): FineTuneMetric {
  const place = { timestamp: row.createdAt * nanoseconds, 'train/global_step': row.step };
  if (row.kind === 'evaluation') return { ...place, ...finite('eval/loss', row.loss) };
  return {
    ...place,
    ...finite('train/epoch', row.epoch),
    ...finite('train/loss', row.loss),
    ...finite('train/grad_norm', row.gradientNorm),
    ...finite('train/learning_rate', row.learningRate),
  };
}

/** Per millisecond. */
export const nanoseconds = 1_000_000;

const dateTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

function finite(name: string, value: number | null): Record<string, number> {
  return value !== null && Number.isFinite(value) ? { [name]: value } : {};
}

/** The body of GET /fine-tunes: `{"data": […]}`, newest first. */
export function createListing(store: Store): () => string {
  /** Cache: jobs that are over do not change. */
  const written = new Map<string, string>();

  const write = (row: FineTuneRow, queueDepth: number): string => {
    const known = written.get(row.id);
    if (known !== undefined) return known;
    const json = JSON.stringify(fineTuneRecord(row, store.events.list(row.id), queueDepth));
    if (terminalStatuses.has(row.status)) written.set(row.id, json);
    return json;
  };
  return () => {
    const depths = queueDepths(store.fineTunes.listOpen());
    const records = store.fineTunes.list().map((row) => write(row, depths.get(row.id) ?? 0));
    return `{"data":[${records.join(',')}]}`;
  };
}

/** How many jobs are ahead of each waiting one: the one in progress, and those accepted earlier. */
function queueDepths(open: readonly FineTuneRow[]): ReadonlyMap<string, number> {
  const atWork = open.filter((row) => !isWaiting(row)).length;
  return new Map(open.filter(isWaiting).map(({ id }, index) => [id, atWork + index]));
}

const isWaiting = ({ status }: FineTuneRow) => status === 'pending' || status === 'queued';
