import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import Together from 'together-ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, type Running } from './node.ts';

let home = '';
let running: Running;
let openai: OpenAI;
let together: Together;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inferdeck-clients-'));
  running = await launch({ PORT: '0', INFERDECK_HOME: home, INFERDECK_PACE: 'off', INFERDECK_SAMPLE: 'off' });
  const baseURL = `${running.url}/v1`;
  openai = new OpenAI({ baseURL, apiKey: running.token, maxRetries: 0 });
  together = new Together({ baseURL, apiKey: running.token, maxRetries: 0 });
});

afterAll(async () => {
  await running.close();
  await rm(home, { recursive: true });
});

const request = { model: 'inferdeck/tale-1m', prompt: 'Once upon a time', max_tokens: 12, seed: 5 };

describe('the openai SDK, unchanged', () => {
  test('reads a JSON answer', async () => {
    const completion = await openai.completions.create(request);
    expect(completion.choices[0]?.text).not.toBe('');
    expect(completion.usage?.completion_tokens).toBe(12);
  });

  test('reads a stream to the same text', async () => {
    const { choices } = await openai.completions.create(request);
    let text = '';
    for await (const chunk of await openai.completions.create({ ...request, stream: true })) {
      text += chunk.choices[0]?.text ?? '';
    }
    expect(text).toBe(choices[0]?.text);
  });

  test('reads an error', async () => {
    await expect(openai.completions.create({ ...request, model: 'none' })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_available',
      param: 'model',
    });
    const stranger = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
    await expect(stranger.completions.create(request)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });
});

describe('the together-ai SDK, unchanged', () => {
  test('lists the models', async () => {
    const models = await together.models.list();
    const here = models.filter(({ display_name }) => !display_name?.endsWith(' (sample)'));
    expect(here.map(({ id }) => id)).toEqual(['inferdeck/tale-1m', 'inferdeck/guard-words']);
    expect(new Set(models.map(({ type }) => type)).size).toBe(7);
  });

  test('lists all hardware, and the hardware for a model', async () => {
    const all = await together.endpoints.listHardware();
    expect(all.data.every(({ availability }) => availability === undefined)).toBe(true);
    const { data } = await together.endpoints.listHardware({ model: 'deepseek-ai/DeepSeek-R1' });
    expect(data.map(({ specs }) => specs.gpu_count)).toEqual([8, 8]);
    await expect(together.endpoints.listHardware({ model: 'none' })).rejects.toMatchObject({ status: 404 });
  });

  test('reads a JSON answer', async () => {
    const completion = await together.completions.create(request);
    expect(completion.usage?.completion_tokens).toBe(12);
  });

  test('reads a stream to the same text, with tokens and usage', async () => {
    const { choices } = await together.completions.create(request);
    let text = '';
    let usage = null;
    for await (const chunk of await together.completions.create({ ...request, stream: true })) {
      text += chunk.token.text;
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe(choices[0]?.text);
    expect(usage?.completion_tokens).toBe(12);
  });

  test('reads an error', async () => {
    await expect(together.completions.create({ ...request, n: 129 })).rejects.toMatchObject({ status: 400 });
  });
});
