import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Model, isSampleModel } from '#api/schema/model.ts';
import type { EngineModel } from '#service/engine/engine.ts';
import { fineTuneRequest } from '#service/testing/records.ts';
import { openStore } from '#service/store/store.ts';
import { errorOf, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { listModels } from './models.ts';
import { sampleModels } from './sample-models.ts';

let started: Started;

beforeAll(async () => {
  started = await startTestService();
});

afterAll(() => started.engine.close());

/** Exactly what the interface document shows; `link` and `license` may be missing. `description`, `sample` and `defaults` are added. */
const Documented = z.strictObject({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().check(z.positive()),
  type: z.enum(['chat', 'language', 'code', 'image', 'embedding', 'moderation', 'rerank']),
  display_name: z.string(),
  organization: z.string(),
  link: z.optional(z.url()),
  license: z.optional(z.string()),
  description: z.optional(z.string()),
  sample: z.optional(z.literal(true)),
  context_length: z.int().check(z.positive()),
  pricing: z.strictObject({
    hourly: z.number(),
    input: z.number(),
    output: z.number(),
    base: z.number(),
    finetune: z.number(),
  }),
  defaults: z.optional(z.strictObject({ temperature: z.number() })),
});

async function list() {
  const response = await started.fetch('/v1/models', { headers: { authorization: `Bearer ${TOKEN}` } });
  return z.array(Documented).parse(await response.json());
}

test('the list is a bare array of documented records with all seven types and unique ids', async () => {
  const models = await list();
  expect(z.array(Model).safeParse(models).success).toBe(true);
  expect(new Set(models.map(({ type }) => type)).size).toBe(7);
  expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
});

test('models that run here come first, and the others are marked', async () => {
  const models = await list();
  const firstSample = models.findIndex((model) => isSampleModel(model));
  expect(models.slice(0, firstSample).map(({ id }) => id)).toEqual([
    ...started.engine.models().map(({ id }) => id),
    'inferdeck/guard-words',
  ]);
  expect(models.slice(firstSample).every((model) => isSampleModel(model) && model.sample)).toBe(true);
  expect(models.slice(0, firstSample).every(({ sample }) => sample === undefined)).toBe(true);
  expect(models).toHaveLength(firstSample + sampleModels.length);
});

test('a sample entry carries the true facts and dated prices of the catalogue', async () => {
  const models = await list();
  expect(models.find(({ id }) => id === 'Qwen/Qwen3.5-9B')).toEqual({
    id: 'Qwen/Qwen3.5-9B',
    object: 'model',
    created: Date.parse('2026-03-02T00:00:00Z') / 1000,
    type: 'chat',
    display_name: 'Qwen3.5 9B (sample)',
    organization: 'Qwen',
    link: 'https://huggingface.co/Qwen/Qwen3.5-9B',
    license: 'Apache-2.0',
    context_length: 262_144,
    sample: true,
    pricing: { hourly: 0, input: 0.17, output: 0.25, base: 0, finetune: 0.48 },
  });
});

test.each(sampleModels)('$id refuses completions and says why', async ({ id }) => {
  for (const body of [{ model: id }, { model: id, stream: true }, { safety_model: id }]) {
    const response = await started.complete(body);
    expect(response.status).toBe(404);
    const error = await errorOf(response);
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'model_not_available' });
    expect(error.param).toBe('safety_model' in body ? 'safety_model' : 'model');
    expect(error.message).toMatch(/sample catalogue and does not run here/u);
  }
});

test('a model added to the engine appears in the list and hides a sample of the same name', async () => {
  const store = openStore(':memory:');
  const request = fineTuneRequest({ outputName: 'inferdeck/tale-1m-recipes-1d2b53a5' });
  store.jobs.add({ id: request.jobId, type: 'fine_tune', args: {}, file: '', createdAt: 1 }, 'Created.');
  store.fineTunes.add(request);
  const gained: EngineModel[] = [
    { ...base(), id: `${request.id}:40` },
    { ...base(), id: request.id },
    { ...base(), id: 'inferdeck/tale-1m-pirate-0a1b2c3d' },
    { ...base(), id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff:40' },
    { ...base(), id: 'ft-6f9619ff-8b86-4d01-b42d-00cf4fc964ff' },
    { ...base(), id: 'Qwen/Qwen3.5-9B', contextLength: 300 },
  ];
  const engine = { ...started.engine, models: () => [base(), ...gained] };
  const asked = new Request('http://127.0.0.1/v1/models');
  const response = await listModels(engine, store).answer({ request: asked, ids: {} });
  const models = z.array(Documented).parse(await response.json());
  expect(models.slice(1, 7)).toMatchObject([
    { display_name: 'Tale 1M Recipes 1d2b53a5 step 40', organization: 'inferdeck' },
    { display_name: 'Tale 1M Recipes 1d2b53a5 final' },
    { display_name: 'Tale 1M Pirate 0a1b2c3d', organization: 'inferdeck', type: 'language' },
    { display_name: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff step 40', organization: 'inferdeck' },
    { display_name: 'ft-6f9619ff-8b86-4d01-b42d-00cf4fc964ff final', organization: 'inferdeck' },
    { display_name: 'Qwen3.5 9B', context_length: 300 },
  ]);
  expect(models[0]?.license).toBe('MIT');
  expect(models[0]?.description).toMatch(/knows next to nothing/u);
  expect(models[6]).not.toHaveProperty('license');
  expect(models.filter(({ id }) => id === 'Qwen/Qwen3.5-9B')).toHaveLength(1);
});

function base(): EngineModel {
  const [model] = started.engine.models();
  if (model === undefined) throw new Error('The engine has no model.');
  return model;
}
