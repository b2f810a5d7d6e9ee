// Fine-tune status changes: status, event and job in one transaction.
import type { FineTuneEventType } from '#api/schema/fine-tune.ts';
import type { Open } from '#api/schema/read-list.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import {
  type FineTuneChanges,
  type FineTuneRow,
  type FineTuneStatus,
  terminalStatuses,
} from '#service/store/fine-tunes.ts';
import type { JobStatus, Store } from '#service/store/store.ts';

export interface StatusEvent {
  readonly type: Open<(typeof FineTuneEventType.known)[number] | 'training_step'>;
  readonly message: string;
  readonly step?: number;
  /** So far; before the first step, all to be trained on. */
  readonly tokens?: number;
  /** Where a resumed training continues. */
  readonly offset?: number;
  /** Relative to the data folder. */
  readonly checkpointPath?: string;
  readonly modelPath?: string;
}

/** Ignores fine-tunes that have ended. */
export interface StatusWriter {
  /** Ignores known requests. */
  begin(request: FineTuneRequest): void;
  note(id: string, statusEvent: StatusEvent): void;
  /** Adds an event if the moment has a type. */
  enter(
    id: string,
    status: FineTuneStatus,
    statusEvent: StatusEvent | Pick<StatusEvent, 'message'>,
    changes?: FineTuneChanges,
  ): void;
}

/** Jobs ahead of each waiting one: those in progress and those accepted earlier. */
export function queueDepths(open: readonly FineTuneRow[]): ReadonlyMap<string, number> {
  const inProgress = open.filter((row) => !isWaiting(row)).length;
  return new Map(open.filter(isWaiting).map(({ id }, index) => [id, inProgress + index]));
}

const isWaiting = ({ status }: FineTuneRow) => status === 'pending' || status === 'queued';

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

/** Metrics have none, as documented. */
const levels: Readonly<Record<string, string | null>> = {
  training_step: null,
  eval_complete: null,
  warning: 'warning',
  cancel_requested: 'warning',
  job_restarted: 'warning',
  job_error: 'error',
  job_user_error: 'error',
};

export function createStatusWriter(store: Store, clock: () => number): StatusWriter {
  const findOpen = (id: string): FineTuneRow | null => {
    const row = store.fineTunes.find(id);
    return row === null || terminalStatuses.has(row.status) ? null : row;
  };
  const append = (row: FineTuneRow, statusEvent: StatusEvent, now: number): void =>
    store.events.add(row.id, toEvent(row, statusEvent, now));

  const writer: StatusWriter = {
    begin: (request) =>
      store.transaction(() => {
        const { id, jobId, createdAt, model, trainingFile, outputName } = request;
        const message = `Fine-tune of ${request.fromCheckpoint || model} on ${trainingFile.name} created.`;
        const args = {
          baseModel: model,
          modelName: outputName,
          trainingFile: trainingFile.id,
          trainingFileName: trainingFile.name,
        };
        store.jobs.add({ id: jobId, type: 'fine_tune', args, file: '', createdAt }, message);
        if (store.fineTunes.add(request)) writer.note(id, { type: 'job_pending', message });
      }),
    note: (id, statusEvent) =>
      store.transaction(() => {
        const row = findOpen(id);
        if (row === null) return;
        const now = clock();
        append(row, statusEvent, now);
        // Whoever watches only the job must learn that steps are trained again.
        if (statusEvent.type === 'job_restarted') {
          store.jobs.update(row.jobId, jobStatus[row.status], statusEvent.message, now);
        }
      }),
    enter: (id, status, statusEvent, changes = {}) =>
      store.transaction(() => {
        const row = findOpen(id);
        if (row === null) return;
        // One reading: the record must not be older than its newest event.
        const now = clock();
        store.fineTunes.change(id, { ...changes, status }, now);
        if ('type' in statusEvent) append({ ...row, ...changes }, statusEvent, now);
        store.jobs.update(row.jobId, jobStatus[status], statusEvent.message, now);
      }),
  };
  return writer;
}

function toEvent(row: FineTuneRow, statusEvent: StatusEvent, now: number) {
  const level = levels[statusEvent.type];
  return {
    createdAt: now,
    type: statusEvent.type,
    level: level === undefined ? 'info' : level,
    message: statusEvent.message,
    step: statusEvent.step ?? 0,
    totalSteps: row.totalSteps,
    tokenCount: statusEvent.tokens ?? row.tokenCount,
    paramCount: row.paramCount,
    trainingOffset: statusEvent.offset ?? 0,
    checkpointPath: statusEvent.checkpointPath ?? '',
    modelPath: statusEvent.modelPath ?? '',
  };
}
