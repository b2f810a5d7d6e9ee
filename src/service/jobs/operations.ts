// GET /fine-tunes, checkpoints, events, metrics and /jobs/{jobId}: queries and records.
import type { Checkpoint, FineTuneEvent, FineTuneMetric, FineTune } from '#api/schema/fine-tune.ts';
import { HttpError } from '#service/http/http-error.ts';
import { endpoints, jsonAnswer, type metricParameters, type Operation } from '#service/http/operation.ts';
import {
  type FineTuneEventRow,
  type FineTuneMetricRow,
  type CheckpointRow,
  type FineTuneRow,
  type MetricRange,
  terminalStatuses,
} from '#service/store/fine-tunes.ts';
import type { Store, JobRow, JobUpdateRow } from '#service/store/store.ts';
import { queueDepths } from './status.ts';
import type { Job } from '#api/schema/job.ts';

/** With all events, newest job first. */
export function listFineTunes(store: Store): Operation {
  const listing = createListing(store);
  return {
    ...endpoints.fineTunes,
    answer: () => jsonAnswer(listing()),
  };
}

export function listCheckpoints(store: Store): Operation {
  return partOfFineTune(store, 'checkpoints', (id) => store.checkpoints.list(id).map(checkpointRecord));
}

export function listEvents(store: Store): Operation {
  return partOfFineTune(store, 'events', (id) => store.events.list(id).map(eventRecord));
}

function partOfFineTune(
  store: Store,
  part: 'checkpoints' | 'events',
  list: (id: string) => readonly object[],
): Operation {
  return {
    ...endpoints[part],
    answer: ({ ids }) => jsonAnswer(JSON.stringify({ data: list(requireFineTune(store, ids)) })),
  };
}

export function listMetrics(store: Store): Operation {
  return {
    ...endpoints.metrics,
    answer({ request, ids }) {
      const { range, resolution } = readMetricsQuery(new URL(request.url).searchParams);
      const rows = store.metrics.list(requireFineTune(store, ids), range);
      const kept = new Set(
        spacedSample(
          rows.filter(({ kind }) => kind === 'train'),
          resolution,
        ),
      );
      const metrics = rows.filter((row) => row.kind === 'evaluation' || kept.has(row)).map(metricRecord);
      return jsonAnswer(JSON.stringify({ metrics }));
    },
  };
}

function requireFineTune(store: Store, { id = '' }: Readonly<Record<string, string>>): string {
  if (store.fineTunes.find(id) !== null) return id;
  throw new HttpError(404, `There is no fine-tune ${id}.`, { code: 'fine_tune_not_found', param: 'id' });
}

/** `queueDepth`: jobs ahead. Training here is free. */
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
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
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
    seed: request.seed,
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

/** `token_count`: trained on so far; `training_offset`: where a restart resumed. */
function eventRecord(row: FineTuneEventRow): FineTuneEvent {
  return {
    object: 'fine-tune-event',
    created_at: isoTime(row.createdAt),
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

/** Its model is `<fine-tune id>:<step>`. */
function checkpointRecord({ step, createdAt, path, isFinal }: CheckpointRow): Checkpoint {
  return {
    step,
    created_at: isoTime(createdAt),
    path,
    checkpoint_type: isFinal ? 'Final' : 'Intermediate',
  };
}

/** Unix nanoseconds; omits figures that are not finite. */
function metricRecord(row: FineTuneMetricRow): FineTuneMetric {
  const place = { timestamp: row.createdAt * nanosecondsPerMs, 'train/global_step': row.step };
  if (row.kind === 'evaluation') return { ...place, ...finite('eval/loss', row.loss) };
  return {
    ...place,
    ...finite('train/epoch', row.epoch),
    ...finite('train/loss', row.loss),
    ...finite('train/grad_norm', row.gradientNorm),
    ...finite('train/learning_rate', row.learningRate),
  };
}

const nanosecondsPerMs = 1_000_000;

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

function finite(name: string, value: number | null): Record<string, number> {
  return value !== null && Number.isFinite(value) ? { [name]: value } : {};
}

function createListing(store: Store): () => string {
  /** Finished jobs do not change. */
  const jsonCache = new Map<string, string>();

  const write = (row: FineTuneRow, queueDepth: number): string => {
    const known = jsonCache.get(row.id);
    if (known !== undefined) return known;
    const json = JSON.stringify(fineTuneRecord(row, store.events.list(row.id), queueDepth));
    if (terminalStatuses.has(row.status)) jsonCache.set(row.id, json);
    return json;
  };
  return () => {
    const depths = queueDepths(store.fineTunes.listOpen());
    const records = store.fineTunes.list().map((row) => write(row, depths.get(row.id) ?? 0));
    return `{"data":[${records.join(',')}]}`;
  };
}

interface MetricsQuery {
  readonly range: MetricRange;
  readonly resolution: number;
}

/** ISO 8601; UTC without a zone. */
const dateTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/u;

/** Throws 400. */
export function readMetricsQuery(parameters: URLSearchParams): MetricsQuery {
  const read = (
    name: (typeof metricParameters)[number],
    parse: (text: string) => number | null,
    or: number,
  ) => {
    const text = parameters.get(name);
    if (text === null) return or;
    const value = parse(text);
    if (value !== null) return value;
    throw new HttpError(400, `${name} ${expected[name]}.`, { code: 'invalid_value', param: name });
  };
  return {
    range: {
      fromStep: read('global_step_from', parseCount, 0),
      toStep: read('global_step_to', parseCount, Number.MAX_SAFE_INTEGER),
      fromTime: Math.ceil(read('logged_at_from', parseTime, 0)),
      toTime: Math.floor(read('logged_at_to', parseTime, Number.MAX_SAFE_INTEGER)),
    },
    resolution: read('resolution', (text) => parseCount(text) || null, Infinity),
  };
}

const stepPattern = 'must be a whole number from 0';
const timePattern = 'must be an ISO 8601 date-time or nanoseconds since 1970';
const expected = {
  global_step_from: stepPattern,
  global_step_to: stepPattern,
  logged_at_from: timePattern,
  logged_at_to: timePattern,
  resolution: 'must be a whole number from 1',
} as const;

function parseCount(text: string): number | null {
  return /^\d{1,15}$/u.test(text) ? Number(text) : null;
}

/** Unix milliseconds, plus a half between two. A number does not hold today's nanoseconds exactly. */
function parseTime(text: string): number | null {
  if (/^\d{1,20}$/u.test(text)) {
    return Number(text.slice(0, -6)) + (/[1-9]/u.test(text.slice(-6)) ? 0.5 : 0);
  }
  const match = dateTime.exec(text);
  if (match === null) return null;
  const isBare = text.length > 10 && match[1] === undefined;
  const time = Date.parse(isBare ? `${text}Z` : text);
  return Number.isNaN(time) ? null : time;
}

const maxStepEvents = 400;

export function hasStepEvent(step: number, totalSteps: number): boolean {
  const stride = Math.max(1, Math.ceil(totalSteps / maxStepEvents));
  return step === 1 || step === totalSteps || step % stride === 0;
}

/** Evenly spaced, with the first and the last; a single one is the last. */
export function spacedSample<T>(elements: readonly T[], count: number): readonly T[] {
  if (elements.length <= count) return elements;
  if (count === 1) return elements.slice(-1);
  const distance = (elements.length - 1) / (count - 1);
  const kept = new Set(Array.from({ length: count }, (_, index) => Math.round(index * distance)));
  return elements.filter((_, index) => kept.has(index));
}

export function readJob(store: Store): Operation {
  return {
    ...endpoints.job,
    answer({ ids: { jobId = '' } }) {
      const job = store.jobs.find(jobId);
      if (job === null) {
        throw new HttpError(404, `There is no job ${jobId}.`, { code: 'job_not_found', param: 'jobId' });
      }
      return jsonAnswer(JSON.stringify(jobRecord(job, store.jobs.listUpdates(jobId))));
    },
  };
}

function jobRecord(row: JobRow, updates: readonly JobUpdateRow[]): Job {
  return {
    type: row.type,
    job_id: row.id,
    status: row.status,
    status_updates: updates.map(({ status, message, createdAt }) => ({
      status,
      message,
      timestamp: isoTime(createdAt),
    })),
    args: row.args,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  };
}
