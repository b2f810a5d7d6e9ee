// Model uploads: a file that somebody brought is checked, converted, tried, and becomes a model that can be asked.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GUARD_MODEL } from '#service/completions/guard-model.ts';
import { writeFileAtomically } from '#service/engine/fine-tuning/atomic-file.ts';
import { encodeWeightFile } from '#service/engine/weights/weight-file.ts';
import type { UploadRequest } from '#service/inbox/requests.ts';
import type { JobRow } from '#service/store/jobs.ts';
import { createLane } from './lane.ts';
import { readModelFile } from './model-file.ts';
import type { QueueParts, RequestQueue } from './queue.ts';

/** The model uploads of one data folder, one after another. */
export function createUploads({
  store,
  places,
  shelf,
  clock,
  onFailure,
}: QueueParts): RequestQueue<UploadRequest> {
  let isStopping = false;

  const bring = async (job: JobRow): Promise<void> => {
    const { id, args } = job;
    const say = (message: string) => store.jobs.update(id, 'Running', message, clock());
    const { modelName = '' } = args;
    const isOurs = store.models.find(modelName)?.jobId === id;
    const isTaken = shelf.has(modelName) || modelName === GUARD_MODEL.id;
    if (isTaken && !isOurs) throw new UploadFault(`There is a model ${modelName} already.`);
    say('Checking the file.');
    const { model, format } = await readSource(join(places.home, job.file));
    const count = model.weights.length.toLocaleString('en-US');
    say(`Converting: ${format} with ${count} weights, all finite, to half floats.`);
    const description = args['description'] || model.description;
    const path = `models/${id}.bin`;
    await mkdir(places.models, { recursive: true, mode: 0o700 });
    writeFileAtomically(join(places.home, path), [encodeWeightFile({ ...model, description })]);
    say(`Registering ${modelName} with the engine.`);
    const row = { id: modelName, path, description, jobId: id, createdAt: clock() };
    await shelf.put(row).catch((error: unknown) => {
      throw new UploadFault(`The engine cannot run it: ${sentenceOf(error)}`, { cause: error });
    });
    store.jobs.update(id, 'Complete', `${modelName} can be asked.`, clock());
  };

  const lane = createLane(async () => {
    if (isStopping) return false;
    try {
      const [job] = store.jobs.listOpen('model_upload');
      if (job === undefined) return false;
      await bring(job).catch((error: unknown) => {
        if (!(error instanceof UploadFault)) onFailure(error);
        const message = error instanceof UploadFault ? error.message : 'The service failed inside.';
        store.jobs.update(job.id, 'Failed', message, clock());
      });
      await rm(join(places.home, job.file), { force: true });
      return true;
    } catch (error) {
      // The store itself fails: nothing can be done before the next start.
      isStopping = true;
      onFailure(error);
      return false;
    }
  });

  return {
    accept({ id, createdAt, description, modelName, modelSource }) {
      const args = { description, modelName, modelSource };
      const job = { id, type: 'model_upload', args, file: `uploads/${id}.bin`, createdAt } as const;
      store.jobs.add(job, 'Waits to be taken over.');
    },
    wake: () => lane.wake(),
    stop: () => {
      isStopping = true;
      return lane.idle();
    },
  };
}

/** What is wrong with a file or a name; the message is a sentence for whoever brought it. */
class UploadFault extends Error {
  override readonly name = 'UploadFault';
}

async function readSource(file: string) {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new UploadFault('The file to take over is not in the data folder.', { cause: error });
  }
  try {
    return readModelFile(bytes);
  } catch (error) {
    throw new UploadFault(sentenceOf(error), { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The cause is unknown.';
}
