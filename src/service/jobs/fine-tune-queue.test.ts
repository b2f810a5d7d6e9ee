import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { Checkpoint, FineTuneMetric, FineTune } from '#api/schema/fine-tune.ts';
import { Job } from '#api/schema/job.ts';
import { Model } from '#api/schema/model.ts';
import { toEngineRequest } from '#service/completions/request.ts';
import {
  closeWorkshop,
  newFile,
  startWorkshop,
  tiny,
  tinyLines,
  type Workshop,
} from '#service/testing/workshop.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await startWorkshop();
});

afterAll(() => closeWorkshop(workshop));

const FineTunes = z.object({ data: z.array(z.strictObject(FineTune.shape)) });
const Checkpoints = z.object({ data: z.array(z.strictObject(Checkpoint.shape)) });
const Metrics = z.object({ metrics: z.array(z.strictObject(FineTuneMetric.shape)) });

async function read<S extends z.ZodMiniType>(schema: S, path: string): Promise<z.output<S>> {
  const response = await workshop.get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/u);
  return z.parse(schema, await response.json());
}

const eventsOf = (id: string) => workshop.background.store.events.list(id);

async function sayWith(model: string): Promise<number> {
  const request = toEngineRequest({ model, prompt: 'hello', max_tokens: 2 }, { seed: 1, pace: null });
  let tokens = 0;
  for await (const batch of workshop.engine.complete(request, new AbortController().signal)) {
    tokens += batch.filter(({ kind }) => kind === 'token').length;
  }
  return tokens;
}

test('a job runs from queued to completed and fills every field of its record', async () => {
  // Threads have their own prototypes: the main thread performs what this one receives.
  const halvesWritten = vi.spyOn(DataView.prototype, 'setUint16');
  const request = await workshop.queue(tinyLines(24), {
    validationFile: newFile('measure.jsonl'),
    nEpochs: 3,
    nEvals: 3,
    nCheckpoints: 3,
    batchSize: 1,
    minLrRatio: 0.1,
    wandbProjectName: 'tales',
  });
  const { id, jobId } = request;
  await workshop.reach(id, 'completed');
  expect(halvesWritten).not.toHaveBeenCalled();
  const [record] = (await read(FineTunes, '/v1/fine-tunes')).data;
  const events = record?.events ?? [];
  const total = events.at(-1)?.total_steps ?? 0;
  expect(total).toBeGreaterThanOrEqual(6);

  expect({ ...record, events: null }).toEqual({
    id,
    status: 'completed',
    training_file: request.trainingFile.id,
    validation_file: request.validationFile?.id,
    model: tiny,
    model_output_name: request.outputName,
    model_output_path: `models/${id}.bin`,
    trainingfile_numlines: 24,
    trainingfile_size: tinyLines(24).reduce((size, line) => size + JSON.stringify(line).length + 1, 0),
    created_at: new Date(request.createdAt).toISOString(),
    updated_at: events.at(-1)?.created_at,
    n_epochs: 3,
    n_checkpoints: 3,
    n_evals: 3,
    batch_size: 1,
    learning_rate: 0.0005,
    lr_scheduler: { lr_scheduler_type: 'linear', lr_scheduler_args: { min_lr_ratio: 0.1 } },
    warmup_ratio: 0,
    max_grad_norm: 1,
    weight_decay: 0,
    seed: request.seed,
    eval_steps: total / 3,
    train_on_inputs: 'auto',
    training_method: { method: 'sft' },
    training_type: { type: 'Full' },
    job_id: jobId,
    events: null,
    token_count: events.at(-1)?.token_count,
    param_count: workshop.engine.models().find((model) => model.id === tiny)?.parameterCount,
    total_price: 0,
    epochs_completed: 3,
    queue_depth: 0,
    wandb_project_name: 'tales',
    wandb_url: '',
    from_checkpoint: '',
  });

  const steps = events.filter(({ type }) => type === 'training_step');
  expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  expect(steps[0]?.message).toMatch(
    /^Step 1\/\d+: training loss=\d+\.\d{4}, learning rate=5e-4, gradient norm=[\d.]+$/u,
  );
  expect(events.find(({ type }) => type === 'training_start')?.message).toMatch(
    /^Training started: \d+ steps of 1 row \(short lines share a row\), [\d,]+ tokens, [\d,]+ parameters\.$/u,
  );
  expect([...new Set(events.map(({ type }) => type))]).toEqual([
    'job_pending',
    'training_data_downloading',
    'training_data_download_complete',
    'validation_data_downloading',
    'validation_data_download_complete',
    'warning',
    'job_start',
    'training_start',
    'training_step',
    'eval_complete',
    'epoch_complete',
    'checkpoint_save',
    'training_complete',
    'model_compressing',
    'model_compression_complete',
    'model_uploading',
    'model_upload_complete',
    'job_complete',
  ]);
  expect(new Set(events.map(({ hash }) => hash)).size).toBe(events.length);
  expect(events.every(({ object, wandb_url }) => object === 'fine-tune-event' && wandb_url === '')).toBe(
    true,
  );
  expect(events.filter(({ level }) => level === 'error')).toEqual([]);

  const checkpoints = (await read(Checkpoints, `/v1/fine-tunes/${id}/checkpoints`)).data;
  expect(checkpoints.map(({ step, checkpoint_type }) => [step, checkpoint_type])).toEqual([
    [total / 3, 'Intermediate'],
    [(total / 3) * 2, 'Intermediate'],
    [total, 'Final'],
  ]);
  expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  for (const model of [id, request.outputName, ...checkpoints.map(({ step }) => `${id}:${step}`)]) {
    await expect(sayWith(model)).resolves.toBeGreaterThan(0);
  }

  const models = await read(z.array(Model), '/v1/models');
  for (const model of [id, request.outputName]) {
    expect(models.find((each) => each.id === model)).toHaveProperty('license', 'Apache-2.0');
  }

  const single = await read(z.object({ data: z.unknown() }), `/v1/fine-tunes/${id}/events`);
  expect(single.data).toEqual(events);

  const { metrics } = await read(Metrics, `/v1/fine-tunes/${id}/metrics`);
  expect(metrics.filter((row) => 'eval/loss' in row).map((row) => row['train/global_step'])).toEqual([
    total / 3,
    (total / 3) * 2,
    total,
  ]);
  expect(metrics).toHaveLength(total + 3);
  const some = await read(
    Metrics,
    `/v1/fine-tunes/${id}/metrics?global_step_from=2&global_step_to=${total}&resolution=2`,
  );
  expect(some.metrics.filter((row) => 'train/loss' in row).map((row) => row['train/global_step'])).toEqual([
    2,
    total,
  ]);
  const none = await read(Metrics, `/v1/fine-tunes/${id}/metrics?logged_at_to=2020-01-01T00:00:00Z`);
  expect(none.metrics).toEqual([]);

  const job = await read(z.strictObject(Job.shape), `/v1/jobs/${jobId}`);
  expect(job).toMatchObject({ type: 'fine_tune', job_id: jobId, status: 'Complete' });
  expect(job.args).toMatchObject({
    trainingFile: request.trainingFile.id,
    trainingFileName: request.trainingFile.name,
  });
  const statuses = job.status_updates?.map(({ status }) => status) ?? [];
  expect([...new Set(statuses)]).toEqual(['Queued', 'Running', 'Complete']);
});

test('jobs queue, one trains at a time, and each knows how many are ahead of it', async () => {
  const long = { batchSize: 1, nEpochs: 100 };
  const first = await workshop.queue(tinyLines(60), long);
  await workshop.reach(first.id, 'running');
  const second = await workshop.queue(tinyLines(10));
  await workshop.reach(second.id, 'queued');
  const third = await workshop.queue(tinyLines(10));
  await workshop.reach(third.id, 'queued');
  const { data } = await read(FineTunes, '/v1/fine-tunes');
  expect(data.slice(0, 3).map(({ id, status, queue_depth }) => [id, status, queue_depth])).toEqual([
    [third.id, 'queued', 2],
    [second.id, 'queued', 1],
    [first.id, 'running', 0],
  ]);
  const { store } = workshop.background;
  await workshop.cancel(second.id);
  await workshop.reach(second.id, 'cancelled');
  expect(eventsOf(second.id).map(({ type }) => type)).not.toContain('training_start');
  expect(store.fineTunes.find(first.id)?.status).toBe('running');
  await workshop.cancel(first.id);
  await workshop.reach(first.id, 'cancelled');
  const types = eventsOf(first.id).map(({ type }) => type);
  expect(types).toContain('cancel_requested');
  expect(types.at(-1)).toBe('job_stopped');
  await workshop.reach(third.id, 'completed');
  expect(store.jobs.find(first.jobId)?.status).toBe('Failed');
});

test('an ended job cannot be cancelled, and a request read twice counts once', async () => {
  const request = await workshop.queue(tinyLines(4));
  await workshop.reach(request.id, 'completed');
  const before = eventsOf(request.id).length;
  await workshop.cancel(request.id);
  await workshop.queue(tinyLines(4), request);
  await expect.poll(() => readdirSync(workshop.places.inbox)).toEqual([]);
  expect(workshop.background.store.fineTunes.list().filter(({ id }) => id === request.id)).toHaveLength(1);
  expect(eventsOf(request.id)).toHaveLength(before);
});

test('a file with bad lines is the user’s fault, and names them', async () => {
  const lines = [{ text: 'hello' }, 'no JSON', { text: 'hello' }, { prompt: 'alone' }];
  const request = await workshop.queue(lines);
  await workshop.reach(request.id, 'user_error');
  const last = eventsOf(request.id).at(-1);
  expect(last).toMatchObject({ type: 'job_user_error', level: 'error' });
  expect(last?.message).toMatch(/train\.jsonl cannot be used\. Line 2: .* Line 4: /u);
});

test('lines that no row holds are counted when training starts', async () => {
  const long = { prompt: 'hello '.repeat(2000), completion: 'end' };
  const request = await workshop.queue([long, ...tinyLines(2)]);
  await workshop.reach(request.id, 'completed');
  const warnings = eventsOf(request.id).filter(({ level }) => level === 'warning');
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^1 line is longer than \d+ tokens: cut into pieces, each trained without the text before it\.$/u,
    ),
  ]);
});

test('a training that cannot continue ends in an error, and the next job runs', async () => {
  const broken = await workshop.queue(tinyLines(40), { learningRate: 1e30, batchSize: 1, maxGradNorm: 0 });
  const next = await workshop.queue(tinyLines(4));
  await workshop.reach(broken.id, 'error');
  expect(eventsOf(broken.id).at(-1)).toMatchObject({ type: 'job_error', level: 'error' });
  await workshop.reach(next.id, 'completed');
});

test('a job can start from a checkpoint', async () => {
  const first = await workshop.queue(tinyLines(12), { nCheckpoints: 2, batchSize: 1, nEpochs: 2 });
  await workshop.reach(first.id, 'completed');
  const [checkpoint] = workshop.background.store.checkpoints.list(first.id);
  const fromCheckpoint = `${first.id}:${checkpoint?.step}`;
  const second = await workshop.queue(tinyLines(12), { fromCheckpoint, id: `ft-${randomUUID()}` });
  const missing = await workshop.queue(tinyLines(12), { fromCheckpoint: `${first.id}:99` });
  await workshop.reach(second.id, 'completed');
  await workshop.reach(missing.id, 'user_error');
  expect(workshop.background.store.events.list(missing.id).at(-1)?.message).toContain(
    ':99 does not exist here',
  );
});
