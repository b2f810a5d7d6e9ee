import OpenAI from 'openai';
import Together from 'together-ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FineTune } from '#api/schema/fine-tune.ts';
import { Job } from '#api/schema/job.ts';
import { startEngine } from './engine/engine.ts';
import {
  newFile,
  newHome,
  openWorkshop,
  removeHome,
  tiny,
  tinyLines,
  addTiny,
} from '#service/testing/workshop.ts';
import { launch, type Running } from './node.ts';

const home = newHome();
let running: Running;
let together: Together;
let openai: OpenAI;
/** Ids of a completed fine-tune and of its job. */
let fineTune = '';
let job = '';

beforeAll(async () => {
  const engine = await startEngine();
  const workshop = await openWorkshop(engine, home);
  await addTiny(workshop, engine);
  const plan = { nEpochs: 3, nCheckpoints: 3, nEvals: 2, validationFile: newFile('held-out.jsonl') };
  const request = await workshop.queue(tinyLines(20), plan);
  await workshop.reach(request.id, 'completed');
  fineTune = request.id;
  job = request.jobId;
  await workshop.stop();
  await engine.close();
  running = await launch({ PORT: '0', INFERDECK_HOME: home, INFERDECK_PACE: 'off', INFERDECK_SAMPLE: 'off' });
  const settings = { baseURL: `${running.url}/v1`, apiKey: running.token, maxRetries: 0 };
  together = new Together(settings);
  openai = new OpenAI(settings);
});

afterAll(async () => {
  await running.close();
  removeHome(home);
});

describe('the together-ai SDK, unchanged', () => {
  test('lists the fine-tunes with their events', async () => {
    const { data } = await together.fineTuning.list();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ id: fineTune, status: 'completed', n_epochs: 3, model: tiny });
    const types = data[0]?.events?.map(({ type }) => type) ?? [];
    expect(types).toEqual(
      expect.arrayContaining(['job_pending', 'training_start', 'checkpoint_save', 'job_complete']),
    );
  });

  test('lists the events and the metrics of one', async () => {
    const events = await together.fineTuning.listEvents(fineTune);
    expect(events.data.length).toBeGreaterThan(10);
    const { metrics = [] } = await together.fineTuning.listMetrics(fineTune, {});
    expect(metrics.length).toBeGreaterThan(3);
    const late = await together.fineTuning.listMetrics(fineTune, { global_step_from: 3 });
    expect(late.metrics?.length).toBeLessThan(metrics.length);
  });

  test('lists the checkpoints and uses each of them as a model', async () => {
    const { data } = await together.fineTuning.listCheckpoints(fineTune);
    expect(data).toHaveLength(3);
    for (const { step } of data.slice(0, -1)) {
      const model = `${fineTune}:${step}`;
      const answer = await together.completions.create({ model, prompt: 'hello', max_tokens: 3 });
      expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
    }
  });

  test('uses the output model, which is in the list of models', async () => {
    const [record] = (await together.fineTuning.list()).data;
    const model = record?.model_output_name ?? '';
    expect((await together.models.list()).map(({ id }) => id)).toContain(model);
    const answer = await together.completions.create({ model, prompt: 'hello', max_tokens: 3 });
    expect(answer.model).toBe(model);
  });

  test('reads the status of a job', async () => {
    expect(await together.models.uploads.status(job)).toMatchObject({ job_id: job, status: 'Complete' });
  });

  test.each(['ft-00000000-0000-0000-0000-000000000000', 'nothing'])(
    'gets not found for an unknown %s',
    async (id) => {
      await expect(together.fineTuning.listCheckpoints(id)).rejects.toBeInstanceOf(Together.NotFoundError);
      await expect(together.fineTuning.listEvents(id)).rejects.toBeInstanceOf(Together.NotFoundError);
      await expect(together.models.uploads.status(id)).rejects.toBeInstanceOf(Together.NotFoundError);
    },
  );
});

describe('the openai SDK, unchanged, has no method for these, but its requests pass', () => {
  test('fine-tunes, checkpoints, a job and the hardware', async () => {
    const fineTunes = await openai.get<unknown>('/fine-tunes');
    expect(fineTunes).toMatchObject({ data: [{ id: fineTune }] });
    expect(await openai.get<unknown>(`/fine-tunes/${fineTune}/checkpoints`)).toMatchObject({
      data: [{}, {}, {}],
    });
    expect(Job.parse(await openai.get<unknown>(`/jobs/${job}`)).job_id).toBe(job);
    expect(await openai.get<unknown>('/hardware')).toMatchObject({ object: 'list' });
  });

  test('a streamed completion of the output model', async () => {
    const { data } = await together.fineTuning.list();
    const model = FineTune.parse(data[0]).model_output_name ?? '';
    let chunks = 0;
    for await (const chunk of await openai.completions.create({
      model,
      prompt: 'hello',
      max_tokens: 4,
      stream: true,
    })) {
      chunks += chunk.choices.length;
    }
    expect(chunks).toBeGreaterThan(0);
  });
});
