// Fine-tune queue: checks on arrival, one training at a time, interrupted first.
import { join } from 'node:path';
import { licenseOf } from '#service/catalogue/models.ts';
import type { FineTuneEvent, FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import { startFineTune } from '#service/engine/fine-tuning/fine-tuning.ts';
import { removeResumeState } from '#service/engine/fine-tuning/resume-state.ts';
import { ModelFileError } from '#service/engine/model/model-file.ts';
import { createWorkLoop, type WorkLoop, type QueueParts, type RequestQueue } from './queue.ts';
import { type FineTuneRow, type FineTuneStatus, terminalStatuses } from '#service/store/fine-tunes.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { createJournal, count } from './journal.ts';
import { removeUnfinished, writeOutput, checkFiles, createPlan } from './plan.ts';
import { createStatusWriter, type StatusWriter, type StatusEvent } from './status.ts';

/** When the service stopped. */
const interrupted: ReadonlySet<FineTuneStatus> = new Set([
  'running',
  'compressing',
  'uploading',
  'cancel_requested',
]);

export class FineTuneQueue implements RequestQueue<FineTuneRequest> {
  readonly #parts: QueueParts;
  readonly #statuses: StatusWriter;
  readonly #checks: WorkLoop;
  readonly #work: WorkLoop;
  readonly #stopping = new AbortController();
  #current: { readonly id: string; readonly cancelling: AbortController } | null = null;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#statuses = createStatusWriter(parts.store, parts.clock);
    this.#checks = this.#createLoop(
      (open) => open.find(({ status }) => status === 'pending'),
      (row) => this.#check(row),
    );
    this.#work = this.#createLoop(
      (open) =>
        open.find(({ status }) => interrupted.has(status)) ?? open.find(({ status }) => status === 'queued'),
      (row) => this.#runJob(row),
    );
  }

  accept(request: FineTuneRequest): void {
    this.#statuses.begin(request);
  }

  wake(): void {
    this.#checks.wake();
    this.#work.wake();
  }

  /** Within one step while training. */
  cancel(id: string): void {
    const status = this.#parts.store.fineTunes.find(id)?.status;
    if (status === undefined || terminalStatuses.has(status) || status === 'cancel_requested') return;
    const message = 'Cancellation requested.';
    this.#statuses.enter(id, 'cancel_requested', { type: 'cancel_requested', message });
    if (this.#current?.id === id) this.#current.cancelling.abort();
    else this.#endCancelled(id);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#checks.idle(), this.#work.idle()]);
  }

  /** An error fails the job, not the queue. */
  #createLoop(
    choose: (open: readonly FineTuneRow[]) => FineTuneRow | undefined,
    act: (row: FineTuneRow) => Promise<void>,
  ): WorkLoop {
    const { store, onFailure } = this.#parts;
    const work = async () => {
      const row = choose(store.fineTunes.listOpen());
      if (row === undefined) return false;
      await act(row).catch((error: unknown) => this.#failJob(row.id, error));
      return true;
    };
    return createWorkLoop({ jobs: 'Fine-tunes', stopping: this.#stopping, onFailure, work });
  }

  async #check(row: FineTuneRow): Promise<void> {
    const found = await checkFiles(row, this.#statuses, this.#parts.places);
    if (this.#parts.store.fineTunes.find(row.id)?.status !== 'pending') return;
    if ('fault' in found) {
      this.#end(row.id, 'user_error', { type: 'job_user_error', message: found.fault });
    } else {
      this.#statuses.enter(row.id, 'queued', { message: 'Files read; waiting in the queue.' }, found);
      this.#work.wake();
    }
  }

  async #runJob(row: FineTuneRow): Promise<void> {
    const cancelling = new AbortController();
    this.#current = { id: row.id, cancelling };
    const signal = AbortSignal.any([cancelling.signal, this.#stopping.signal]);
    try {
      if (row.status === 'cancel_requested') return this.#endCancelled(row.id);
      if (this.#finalCheckpoint(row.id) === undefined) {
        if (!(await this.#train(row, signal))) return;
      } else {
        const message = 'Job restarted: the training was complete; its final model is being written again.';
        this.#statuses.note(row.id, { type: 'job_restarted', message });
      }
      await this.#finish(row, signal);
    } catch (error) {
      // Cancelling wins; a stopped job resumes at the next start.
      if (cancelling.signal.aborted) return this.#endCancelled(row.id);
      if (this.#stopping.signal.aborted) return;
      if (!(error instanceof ModelFileError)) throw error;
      this.#end(row.id, 'error', { type: 'job_error', message: error.message });
    } finally {
      this.#current = null;
    }
  }

  /** False if the job has failed. Throws on abort. */
  async #train(row: FineTuneRow, signal: AbortSignal): Promise<boolean> {
    const { id, request } = row;
    const { store, places, localModels, clock } = this.#parts;
    const plan = createPlan(request, store, places);
    if (typeof plan === 'string') {
      this.#end(id, 'user_error', { type: 'job_user_error', message: plan });
      return false;
    }
    if (row.status === 'queued') {
      this.#statuses.enter(id, 'running', { type: 'job_start', message: 'Job started.' });
    }
    const journal = createJournal(id, {
      store,
      statuses: this.#statuses,
      clock,
      home: places.home,
      onCheckpoint: ({ step, path, isFinal }) => {
        const description = `A checkpoint of ${request.outputName}.`;
        const license = licenseOf(request.model, store);
        const model = { path, description, license, jobId: row.jobId, createdAt: clock() };
        localModels.putInBackground({ ...model, id: `${id}:${step}` });
        if (isFinal) localModels.putInBackground({ ...model, id });
      },
    });
    const end = await train(plan, journal.write, signal);
    journal.close();
    signal.throwIfAborted();
    if (typeof end === 'object' && 'fault' in end) throw end.fault;
    if (typeof end === 'object') {
      this.#end(id, 'error', { type: 'job_error', message: end.failure });
      return false;
    }
    return true;
  }

  /** Throws on abort. */
  async #finish(row: FineTuneRow, signal: AbortSignal): Promise<void> {
    const { id, jobId, request } = row;
    const { store, places, localModels, clock } = this.#parts;
    const checkpoint = this.#finalCheckpoint(id);
    if (checkpoint === undefined) throw new Error('The training left no final checkpoint.');
    const { step } = checkpoint;
    if (row.status === 'queued' || row.status === 'running') {
      const training = `Training completed at step ${step}.`;
      this.#statuses.note(id, { type: 'training_complete', message: training, step });
    }
    const compressing = 'Checking the final weights and writing them as half floats.';
    this.#statuses.enter(id, 'compressing', { type: 'model_compressing', message: compressing, step });
    const { path, bytes, description } = await writeOutput(row, checkpoint.path, places, clock(), signal);
    const written = `Weights written: ${count(bytes, 'byte')}.`;
    this.#statuses.note(id, { type: 'model_compression_complete', message: written, step, modelPath: path });
    const uploading = `Handing ${request.outputName} to the engine.`;
    this.#statuses.enter(id, 'uploading', { type: 'model_uploading', message: uploading, step });
    const license = licenseOf(request.model, store);
    await localModels.put(
      { id: request.outputName, path, description, license, jobId, createdAt: clock() },
      signal,
    );
    const uploaded = `${request.outputName} is ready to use.`;
    this.#statuses.note(id, { type: 'model_upload_complete', message: uploaded, step, modelPath: path });
    // The trainer does this, too, unless it was killed just before.
    removeResumeState(join(places.fineTunes, id));
    const statusEvent = { type: 'job_complete', message: 'Job completed.', step, modelPath: path } as const;
    this.#statuses.enter(id, 'completed', statusEvent, { outputPath: path });
  }

  #finalCheckpoint(id: string) {
    return this.#parts.store.checkpoints.list(id).find(({ isFinal }) => isFinal);
  }

  #endCancelled(id: string): void {
    this.#end(id, 'cancelled', { type: 'job_stopped', message: 'Job cancelled.' });
  }

  #end(id: string, status: 'cancelled' | 'error' | 'user_error', statusEvent: StatusEvent): void {
    removeUnfinished(id, this.#parts.places);
    this.#statuses.enter(id, status, statusEvent);
  }

  #failJob(id: string, error: unknown): void {
    this.#parts.onFailure(error);
    const message = 'The service had an internal error; the job cannot continue.';
    this.#end(id, 'error', { type: 'job_error', message });
  }
}

/** What `onEvent` threw. */
type TrainingResult = 'done' | 'stopped' | { readonly failure: string } | { readonly fault: unknown };

/** Stops within one step on abort or if `onEvent` throws. The thread has exited when this resolves. */
function train(
  plan: FineTunePlan,
  onEvent: (event: FineTuneEvent) => void,
  signal: AbortSignal,
): Promise<TrainingResult> {
  return new Promise((resolve, reject) => {
    /** Only the first call counts. */
    const finish = (end: TrainingResult): void => {
      signal.removeEventListener('abort', handleAbort);
      run.stop().then(() => resolve(end), reject);
    };
    const handleAbort = () => finish('stopped');
    const run = startFineTune(plan, (event) => {
      try {
        onEvent(event);
      } catch (fault) {
        finish({ fault });
      }
      if (event.kind === 'done') finish('done');
      if (event.kind === 'failed') finish({ failure: event.message });
    });
    signal.addEventListener('abort', handleAbort);
    if (signal.aborted) handleAbort();
  });
}
