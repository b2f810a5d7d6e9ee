import Together from 'together-ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeWorkshop,
  newFile,
  startWorkshop,
  tinyLines,
  type Workshop,
} from '#service/testing/workshop.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { origin, TOKEN } from '#service/testing/started.ts';

let workshop: Workshop;
let request: FineTuneRequest;
let client: Together;

beforeAll(async () => {
  workshop = await startWorkshop();
  const validationFile = newFile('measure.jsonl');
  request = await workshop.queue(tinyLines(20), { validationFile, nEvals: 2, nCheckpoints: 2, batchSize: 1 });
  await workshop.reach(request.id, 'completed');
  client = new Together({
    baseURL: `${origin}/v1`,
    apiKey: TOKEN,
    maxRetries: 0,
    fetch: (address, init) => workshop.fetch(new Request(address, init)),
  });
});

afterAll(() => closeWorkshop(workshop));

test('the together-ai SDK, unchanged, lists fine-tunes with their events', async () => {
  const { data } = await client.fineTuning.list();
  expect(data.map(({ id, status }) => [id, status])).toEqual([[request.id, 'completed']]);
  const { data: events } = await client.fineTuning.listEvents(request.id);
  expect(events.at(-1)?.type).toBe('job_complete');
});

test('it lists checkpoints and metrics, thinned and limited as requested', async () => {
  const { data } = await client.fineTuning.listCheckpoints(request.id);
  expect(data.map(({ checkpoint_type }) => checkpoint_type)).toEqual(['Intermediate', 'Final']);
  const { metrics = [] } = await client.fineTuning.listMetrics(request.id, {
    global_step_from: 1,
    logged_at_from: new Date(request.createdAt).toISOString(),
    resolution: 1,
  });
  expect(metrics.filter((row) => 'train/loss' in row)).toHaveLength(1);
  expect(metrics.filter((row) => 'eval/loss' in row)).toHaveLength(2);
  const last = metrics.at(-1)?.['timestamp'] ?? 0;
  expect(last).toBeGreaterThanOrEqual(request.createdAt * 1_000_000);
});

test('it gets errors for unknown ids and for an invalid query', async () => {
  await expect(client.fineTuning.listCheckpoints('ft-none')).rejects.toMatchObject({ status: 404 });
  await expect(client.fineTuning.listMetrics(request.id, { resolution: 0 })).rejects.toMatchObject({
    status: 400,
  });
});

test('it uses a checkpoint as a model', async () => {
  const [checkpoint] = (await client.fineTuning.listCheckpoints(request.id)).data;
  const model = `${request.id}:${checkpoint?.step}`;
  const completion = await client.completions.create({ model, prompt: 'hello', max_tokens: 3 });
  expect(completion.model).toBe(model);
});

test('it reads the job beside a fine-tune', async () => {
  const job = await client.models.uploads.status(request.jobId);
  expect(job).toMatchObject({ job_id: request.jobId, status: 'Complete' });
});
