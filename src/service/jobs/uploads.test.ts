import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { Job } from '#api/schema/job.ts';
import { Model } from '#api/schema/model.ts';
import { toEngineRequest } from '#service/completions/request.ts';
import { startEngine } from '#service/engine/engine.ts';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';
import { encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { putRequest } from './inbox.ts';
import { writeGguf } from '#service/engine/testing/gguf-file.ts';
import { closeWorkshop, newHome, openWorkshop, type Workshop } from '#service/testing/workshop.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await openWorkshop(await startEngine(), newHome());
});

afterAll(() => closeWorkshop(workshop));

const weightFile = encodeWeightFile(createTinyModel());

/** Uploads bytes and returns the job once it has ended. */
async function upload(
  modelName: string,
  bytes: Uint8Array | null,
  { description = '', ...rest }: { description?: string; license?: string } = {},
): Promise<Job> {
  const id = `job-${randomUUID()}`;
  const { places } = workshop;
  await mkdir(places.uploads, { recursive: true });
  if (bytes !== null) await writeFile(join(places.uploads, `${id}.bin`), bytes);
  const source = { modelName, modelSource: './tales.bin', description, ...rest };
  await putRequest(places, { kind: 'model_upload', id, createdAt: Date.now(), ...source });
  const job = async () => {
    const response = await workshop.get(`/v1/jobs/${id}`);
    return response.status === 200 ? z.parse(z.strictObject(Job.shape), await response.json()) : null;
  };
  await expect.poll(async () => (await job())?.status).toMatch(/Complete|Failed/u);
  return z.parse(Job, await job());
}

async function recordOf(id: string) {
  const models = z.array(Model).parse(await (await workshop.get('/v1/models')).json());
  return models.find((model) => model.id === id);
}

async function textOf(model: string): Promise<string> {
  const wire = { model, prompt: 'hello', max_tokens: 8, temperature: 0 };
  let text = '';
  const events = workshop.engine.complete(
    toEngineRequest(wire, { seed: 1, pace: null }),
    new AbortController().signal,
  );
  for await (const batch of events) for (const event of batch) if (event.kind === 'token') text += event.text;
  return text;
}

test('a weight file becomes a usable model, and the job records the steps', async () => {
  // Threads have their own prototypes: the main thread performs what this one receives.
  const halvesWritten = vi.spyOn(DataView.prototype, 'setUint16');
  const job = await upload('acme/tiny', weightFile, { description: 'Says hello.' });
  expect(halvesWritten).not.toHaveBeenCalled();
  expect(job).toMatchObject({
    type: 'model_upload',
    status: 'Complete',
    args: { description: 'Says hello.', modelName: 'acme/tiny', modelSource: './tales.bin' },
  });
  const updates = job.status_updates ?? [];
  expect(updates.map(({ status }) => status)).toEqual([
    'Queued',
    'Running',
    'Running',
    'Running',
    'Complete',
  ]);
  expect(updates.at(-1)?.timestamp).toBe(job.updated_at);
  expect(updates[2]?.message).toMatch(/^Converted: weight file, f16 with [\d,]+ weights/u);
  const record = await recordOf('acme/tiny');
  expect(record?.description).toBe('Says hello.');
  expect(record).not.toHaveProperty('license');
  await expect.poll(() => readdir(workshop.places.uploads)).toEqual([]);
});

test('the same model as GGUF gives the same output', async () => {
  await upload('acme/tiny-gguf', writeGguf(createTinyModel()), { license: 'Apache-2.0' });
  await upload('acme/tiny-again', weightFile);
  await expect(textOf('acme/tiny-gguf')).resolves.toBe(await textOf('acme/tiny-again'));
  await expect(recordOf('acme/tiny-gguf')).resolves.toMatchObject({
    description: 'From elsewhere',
    license: 'Apache-2.0',
  });
});

test.each([
  ['a file that is none', 'acme/none', Buffer.from('hello'), 'This is not a weight file'],
  ['a file that is cut', 'acme/cut', weightFile.subarray(0, -10), 'The weight file is truncated'],
  ['an empty file', 'acme/empty', new Uint8Array(), 'The file is empty'],
  ['a file that is gone', 'acme/gone', null, 'not in the data folder'],
  [
    'the name of the base model',
    'inferdeck/tale-1m',
    weightFile,
    'A model named inferdeck/tale-1m already exists',
  ],
  ['the name of the guard', 'inferdeck/guard-words', weightFile, 'A model named inferdeck/guard-words'],
])('%s fails, with the reason in the last update', async (_name, modelName, bytes, reason) => {
  const before = workshop.engine.models();
  const job = await upload(modelName, bytes);
  expect(job.status).toBe('Failed');
  const last = job.status_updates?.at(-1);
  expect(last?.status).toBe('Failed');
  expect(last?.message).toContain(reason);
  expect(workshop.engine.models()).toEqual(before);
  expect(readdirSync(workshop.places.models)).not.toContain(`${job.job_id}.bin`);
});

test('the next start deletes the file of a killed job and keeps one that is not yet accepted', async () => {
  const { job_id: id } = await upload('acme/left', weightFile);
  const { home, uploads } = workshop.places;
  await expect.poll(() => readdir(uploads)).toEqual([]);
  await workshop.stop();
  for (const name of [id, 'job-new']) await writeFile(join(uploads, `${name}.bin`), weightFile);
  workshop = await openWorkshop(workshop.engine, home);
  await expect(readdir(uploads)).resolves.toEqual(['job-new.bin']);
});
