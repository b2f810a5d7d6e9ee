// Model uploads: check, convert, try, serve.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { guardModel } from '#service/catalogue/models.ts';
import { convertModel } from '#service/engine/fine-tuning/fine-tuning.ts';
import { ModelFileError } from '#service/engine/model/model-file.ts';
import type { JobRow, Store } from '#service/store/store.ts';
import type { UploadRequest } from '#service/store/requests.ts';
import { createWorkLoop, type QueueParts, type RequestQueue } from './queue.ts';

export function createUploads({
  store,
  places,
  localModels,
  clock,
  onFailure,
}: QueueParts): RequestQueue<UploadRequest> {
  const stopping = new AbortController();
  removeOfEnded(places.uploads, store);

  const processUpload = async (job: JobRow): Promise<void> => {
    const { id, args } = job;
    const report = (message: string) => store.jobs.update(id, 'Running', message, clock());
    const { modelName = '', license = '' } = args;
    const isOurs = store.models.find(modelName)?.jobId === id;
    const isTaken = localModels.has(modelName) || modelName === guardModel.id;
    if (isTaken && !isOurs) throw new ModelFileError(`A model named ${modelName} already exists.`);
    report('Checking the file.');
    const path = `models/${id}.bin`;
    const given = args['description'] ? { description: args['description'] } : {};
    const files = { source: join(places.home, job.file), target: join(places.home, path) };
    const { description, format, weights } = await convertModel({ ...files, ...given }, stopping.signal);
    report(
      `Converted: ${format} with ${weights.toLocaleString('en-US')} weights, all finite, to half floats.`,
    );
    report(`Registering ${modelName} with the engine.`);
    const row = { id: modelName, path, description, license, jobId: id, createdAt: clock() };
    await localModels.put(row, stopping.signal).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'The cause is unknown.';
      throw new ModelFileError(`The engine cannot run it: ${reason}`, { cause: error });
    });
    store.jobs.update(id, 'Complete', `${modelName} is ready to use.`, clock());
  };

  const work = async (): Promise<boolean> => {
    const [job] = store.jobs.listOpen('model_upload');
    if (job === undefined) return false;
    try {
      await processUpload(job);
    } catch (error) {
      // Retried at the next start.
      if (stopping.signal.aborted) return false;
      const isUserError = error instanceof ModelFileError;
      if (!isUserError) onFailure(error);
      const model = join(places.models, `${job.id}.bin`);
      for (const file of [model, `${model}.part`]) await rm(file, { force: true });
      const message = isUserError ? error.message : 'The service had an internal error.';
      store.jobs.update(job.id, 'Failed', message, clock());
    }
    await rm(join(places.home, job.file), { force: true });
    return true;
  };
  const loop = createWorkLoop({ jobs: 'Uploads', stopping, onFailure, work });

  return {
    accept({ id, createdAt, description, license, modelName, modelSource }) {
      const args = { description, modelName, modelSource, ...(license !== undefined && { license }) };
      const job = { id, type: 'model_upload', args, file: `uploads/${id}.bin`, createdAt } as const;
      store.jobs.add(job, 'Waiting for the service to pick it up.');
    },
    wake: () => loop.wake(),
    stop: () => {
      stopping.abort();
      return loop.idle();
    },
  };
}

/** A kill may have come between the end of a job and the removal of its file. */
function removeOfEnded(folder: string, { jobs }: Store): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) {
    const status = jobs.find(name.replace(/\.bin$/u, ''))?.status;
    if (status === 'Complete' || status === 'Failed') rmSync(join(folder, name));
  }
}
