// Status changes of a fine-tune: status, event and job updated in one transaction.
import type { FineTuneEventType } from '#api/schema/fine-tune.ts';
import type { Open } from '#api/schema/read-list.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import type { FineTuneChanges, FineTuneRow, FineTuneStatus } from '#service/store/fine-tunes.ts';
import type { JobStatus } from '#service/store/jobs.ts';
import type { Store } from '#service/store/store.ts';

/** A status event; omitted fields are not set. */
export interface Moment {
  readonly type: Open<(typeof FineTuneEventType.known)[number] | 'training_step'>;
  readonly message: string;
  readonly step?: number;
  /** Tokens trained on so far; before the first step, all that will be trained on. */
  readonly tokens?: number;
  /** The step that a resumed training continues from. */
  readonly offset?: number;
  /** Relative to the data folder. */
  readonly checkpointPath?: string;
  readonly modelPath?: string;
}

/** Does nothing for a fine-tune that is over. Each call writes to disk before it returns. */
export interface StatusWriter {
  /** Does nothing if there is a record already. */
  begin(request: FineTuneRequest): void;
  note(id: string, moment: Moment): void;
  /** Changes the status; adds an event if the moment has a type. */
  enter(
    id: string,
    status: FineTuneStatus,
    moment: Moment | Pick<Moment, 'message'>,
    changes?: FineTuneChanges,
  ): void;
}

export const terminalStatuses: ReadonlySet<FineTuneStatus> = new Set([
  'cancelled',
  'completed',
  'error',
  'user_error',
]);

/** The job record of each fine-tune has only four statuses. */
const jobStatus: Readonly<Record<FineTuneStatus, JobStatus>> = {
  pending: 'Queued',
  queued: 'Queued',
  running: 'Running',
  compressing: 'Running',
  uploading: 'Running',
  cancel_requested: 'Running',
  cancelled: 'Failed',
  completed: 'Complete',
  error: 'Failed',
  user_error: 'Failed',
};

/** Metrics have no level, as documented; events that need attention do. */
const levels: Readonly<Record<string, string | null>> = {
  training_step: null,
  eval_complete: null,
  warning: 'warning',
  cancel_requested: 'warning',
  job_restarted: 'warning',
  job_error: 'error',
  job_user_error: 'error',
};

/** `clock` gives milliseconds since 1970. */
export function createStatusWriter(store: Store, clock: () => number): StatusWriter {
  const findOpen = (id: string): FineTuneRow | null => {
    const row = store.fineTunes.find(id);
    return row === null || terminalStatuses.has(row.status) ? null : row;
  };
  const append = (row: FineTuneRow, moment: Moment, now: number): void =>
    store.events.add(row.id, toEvent(row, moment, now));

  const writer: StatusWriter = {
    begin: (request) =>
      store.transaction(() => {
        const { id, jobId, createdAt, model, trainingFile, outputName } = request;
        const message = `Fine-tune of ${request.fromCheckpoint || model} on ${trainingFile.name} created.`;
        const args = { baseModel: model, modelName: outputName, trainingFile: trainingFile.id };
        store.jobs.add({ id: jobId, type: 'fine_tune', args, file: '', createdAt }, message);
        if (store.fineTunes.add(request)) writer.note(id, { type: 'job_pending', message });
      }),
    note(id, moment) {
      const row = findOpen(id);
      if (row !== null) append(row, moment, clock());
    },
    enter: (id, status, moment, changes = {}) =>
      store.transaction(() => {
        const row = findOpen(id);
        if (row === null) return;
        // A single clock reading: the record must not be older than its newest event.
        const now = clock();
        store.fineTunes.change(id, { ...changes, status }, now);
        if ('type' in moment) append({ ...row, ...changes }, moment, now);
        store.jobs.update(row.jobId, jobStatus[status], moment.message, now);
      }),
  };
  return writer;
}

function toEvent(row: FineTuneRow, moment: Moment, now: number) {
  const level = levels[moment.type];
  return {
    createdAt: now,
    type: moment.type,
    level: level === undefined ? 'info' : level,
    message: moment.message,
    step: moment.step ?? 0,
    totalSteps: row.totalSteps,
    tokenCount: moment.tokens ?? row.tokenCount,
    paramCount: row.paramCount,
    trainingOffset: moment.offset ?? 0,
    checkpointPath: moment.checkpointPath ?? '',
    modelPath: moment.modelPath ?? '',
  };
}
