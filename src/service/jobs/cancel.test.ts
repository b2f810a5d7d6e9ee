import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';
import { encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { putRequest } from './inbox.ts';
import { createLocalModels } from './local-models.ts';
import {
  closeWorkshop,
  newHome,
  removeHome,
  startWorkshop,
  tiny,
  tinyLines,
  type Workshop,
} from '#service/testing/workshop.ts';
import { dataFile, placesIn } from '#service/store/data-folder.ts';
import { openStore } from '#service/store/store.ts';
import { fineTuneRequest } from '#service/testing/records.ts';
import { FineTuneQueue } from './fine-tune-queue.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await startWorkshop();
});

afterAll(() => closeWorkshop(workshop));

const eventsOf = (id: string) => workshop.background.store.events.list(id);

test('a job cancelled during training leaves no state to resume from, and an event of its last step', async () => {
  const { id } = await workshop.queue(tinyLines(900), { batchSize: 1, nEpochs: 100 });
  const { fineTunes } = workshop.places;
  const { store } = workshop.background;
  const all = { fromStep: 0, toStep: 1e9, fromTime: 0, toTime: 1e15 };
  // Most steps of many have no event.
  await expect.poll(() => store.metrics.list(id, all).length).toBeGreaterThan(2);
  await workshop.cancel(id);
  await workshop.reach(id, 'cancelled');
  expect(readdirSync(join(fineTunes, id)).filter((name) => name.includes('resume'))).toEqual([]);
  const told = eventsOf(id).filter(({ type }) => type === 'training_step');
  expect(told.at(-1)?.step).toBe(store.metrics.list(id, all).at(-1)?.step);
});

test.skipIf(process.platform === 'win32')(
  'no event follows the end of a job cancelled while its file is read',
  async () => {
    const request = fineTuneRequest({ model: tiny });
    const pipe = dataFile(workshop.places, request.trainingFile.id);
    // Reading a pipe blocks until it is written.
    execFileSync('mkfifo', [pipe]);
    await putRequest(workshop.places, request);
    await expect.poll(() => eventsOf(request.id).at(-1)?.type).toBe('training_data_downloading');
    await workshop.cancel(request.id);
    await workshop.reach(request.id, 'cancelled');
    const events = eventsOf(request.id);
    await writeFile(pipe, `${JSON.stringify({ text: 'hello' })}\n`);
    // Files are checked one after another: when the second check is done, so is the first.
    const next = await workshop.queue(tinyLines(4));
    await workshop.reach(next.id, 'completed');
    expect(events.at(-1)?.type).toBe('job_stopped');
    expect(eventsOf(request.id)).toEqual(events);
    await rm(pipe);
  },
);

test('a job cancelled while its model is written leaves none and is not an error', async () => {
  const places = placesIn(newHome());
  const store = openStore(places.database);
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const request = fineTuneRequest({ model: tiny, outputName: 'test/never' });
  const clock = () => {
    const last = store.events.list(request.id).at(-1)?.type;
    // Sent once the model is being written.
    if (last === 'training_complete') queueMicrotask(() => queue.cancel(request.id));
    return Date.now();
  };
  const localModels = createLocalModels({ engine: workshop.engine, store, home: places.home, onFailure });
  const queue = new FineTuneQueue({ store, places, localModels, clock, onFailure });
  writeFileSync(join(places.home, 'tiny.bin'), encodeWeightFile(createTinyModel()));
  await mkdir(places.files);
  writeFileSync(dataFile(places, request.trainingFile.id), '{"text":"hello there"}\n');
  queue.accept(request);
  store.models.put({
    id: tiny,
    path: 'tiny.bin',
    description: '',
    license: '',
    jobId: request.jobId,
    createdAt: 1,
  });
  queue.wake();
  await expect.poll(() => store.fineTunes.find(request.id)?.status).toBe('cancelled');
  await queue.stop();
  expect(
    store.events
      .list(request.id)
      .slice(-3)
      .map(({ type }) => type),
  ).toEqual(['model_compressing', 'cancel_requested', 'job_stopped']);
  expect(store.jobs.find(request.jobId)?.status).toBe('Failed');
  expect(existsSync(places.models) ? readdirSync(places.models) : []).toEqual([]);
  expect(failures).toEqual([]);
  store.close();
  removeHome(places.home);
});
