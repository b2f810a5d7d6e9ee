import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Hardware } from '#api/schema/hardware.ts';
import type { EngineModel } from '#service/engine/engine.ts';
import { errorOf, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { sampleHardware, findDeployable, fits, memoryOverhead } from './hardware.ts';
import { sampleModels } from './sample-models.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

let now = start;
let started: Started;

beforeAll(async () => {
  started = await startTestService({ clock: () => now });
});

afterAll(() => started.engine.close());

/** Exactly what the interface document shows; more or less would fail. */
const Status = z.enum(['available', 'insufficient', 'unavailable']);
const documented = {
  object: z.literal('hardware'),
  id: z.string().check(z.regex(/^\d+x_[a-z0-9]+_[a-z0-9_]+$/u)),
  pricing: z.strictObject({ cents_per_minute: z.number().check(z.nonnegative()) }),
  specs: z.strictObject({
    gpu_type: z.string().check(z.minLength(1)),
    gpu_link: z.string(),
    gpu_memory: z.int().check(z.positive()),
    gpu_count: z.int().check(z.positive()),
  }),
  updated_at: z.iso.datetime(),
  /** For hardware that cannot be rented. */
  sample: z.optional(z.literal(true)),
};
const Listed = z.strictObject(documented);
const Compatible = z.strictObject({
  ...documented,
  availability: z.strictObject({ status: Status, sample: documented.sample }),
});

function get(query = ''): Promise<Response> {
  return started.fetch(`/v1/hardware${query}`, { headers: { authorization: `Bearer ${TOKEN}` } });
}

function listOf<T extends z.ZodMiniType>(element: T) {
  return z.strictObject({ object: z.literal('list'), data: z.array(element) });
}

async function compatibleWith(model: string) {
  const response = await get(`?model=${encodeURIComponent(model)}`);
  expect(response.status).toBe(200);
  return listOf(Compatible).parse(await response.json()).data;
}

describe('without a model', () => {
  test('the list is every configuration with specs and price, without availability', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    const { data } = listOf(Listed).parse(await response.json());
    expect(data.length).toBeGreaterThanOrEqual(19);
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
    expect(z.array(Hardware).safeParse(data).success).toBe(true);
  });

  test('this machine is listed first, costs nothing, and was measured at startup', async () => {
    const [machine] = listOf(Listed).parse(await (await get()).json()).data;
    expect(machine?.id).toMatch(/^1x_cpu_/u);
    expect(machine).toMatchObject({
      pricing: { cents_per_minute: 0 },
      specs: { gpu_link: '', gpu_count: 1 },
      updated_at: new Date(start).toISOString(),
    });
  });

  test('a price carries the day it was recorded for', async () => {
    const { data } = listOf(Listed).parse(await (await get()).json());
    expect(data.find(({ id }) => id === '1x_nvidia_h200_140gb_sxm')).toEqual({
      object: 'hardware',
      id: '1x_nvidia_h200_140gb_sxm',
      pricing: { cents_per_minute: 11 },
      specs: { gpu_type: 'h200-140gb', gpu_link: 'sxm', gpu_memory: 141, gpu_count: 1 },
      updated_at: '2026-07-07T00:00:00.000Z',
      sample: true,
    });
    expect(data.filter(({ sample }) => sample !== true).map(({ id }) => id)).toEqual([data[0]?.id]);
  });
});

describe('with a model', () => {
  test('a model from the catalogue gets the configurations that can hold it, without this machine', async () => {
    const data = await compatibleWith('deepseek-ai/DeepSeek-R1');
    expect(data.map(({ id }) => id)).toEqual(['8x_nvidia_h200_140gb_sxm', '8x_nvidia_b200_180gb_sxm']);
  });

  test('a model that runs here gets this machine, as available, and everything else', async () => {
    const everything = listOf(Listed).parse(await (await get()).json()).data;
    const data = await compatibleWith(started.model);
    expect(data.map(({ id }) => id)).toEqual(everything.map(({ id }) => id));
    expect(data[0]).toMatchObject({ availability: { status: 'available' } });
    expect(data.map(({ sample, availability }) => [sample, availability.sample])).toEqual(
      data.map((_, index) => (index === 0 ? [undefined, undefined] : [true, true])),
    );
  });

  test('a word-list model gets only this machine', async () => {
    const data = await compatibleWith('inferdeck/guard-words');
    expect(data.map(({ id }) => id.startsWith('1x_cpu_'))).toEqual([true]);
  });

  test.each(['black-forest-labs/FLUX.1-schnell', 'BAAI/bge-large-en-v1.5', 'BAAI/bge-reranker-v2-m3'])(
    'a model of any type gets a list, such as %s',
    async (model) => {
      expect((await compatibleWith(model)).length).toBeGreaterThan(10);
    },
  );

  test('availability changes as time passes and carries the start of its status', async () => {
    const seen = new Set<string>();
    for (let minute = 0; minute <= 180; minute += 5) {
      now = start + minute * MINUTE;
      const data = await compatibleWith('meta-llama/Llama-3.3-70B-Instruct');
      for (const { availability, updated_at } of data) {
        seen.add(availability.status);
        expect(Date.parse(updated_at)).toBeLessThanOrEqual(now);
        expect(Date.parse(updated_at)).toBeGreaterThan(now - 12 * 60 * MINUTE);
      }
      expect(await compatibleWith('meta-llama/Llama-3.3-70B-Instruct')).toEqual(data);
    }
    now = start;
    expect([...seen].sort()).toEqual(['available', 'insufficient', 'unavailable']);
  });
});

describe('a model that cannot be deployed', () => {
  test.each(['meta/llama', 'openai/gpt-oss-20b ', '__proto__', 'a'.repeat(5000), '%'])(
    '%s is 404',
    async (model) => {
      const response = await get(`?model=${encodeURIComponent(model)}`);
      expect(response.status).toBe(404);
      const error = await errorOf(response);
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'model_not_found', param: 'model' });
      expect(error.message.length).toBeLessThan(200);
    },
  );

  test('without a name is 400', async () => {
    const response = await get('?model=');
    expect(response.status).toBe(400);
    await expect(errorOf(response)).resolves.toMatchObject({ code: 'invalid_value', param: 'model' });
  });
});

test.each(['?limit=5', '?model=a&model=b', '?Model=a'])('%s is 400', async (query) => {
  const response = await get(query);
  expect(response.status).toBe(400);
  await expect(errorOf(response)).resolves.toMatchObject({ code: 'unknown_parameter' });
});

const tale: EngineModel = {
  id: 'inferdeck/tale-1m',
  contextLength: 256,
  vocabSize: 1024,
  parameterCount: 935_040,
  created: 1,
  description: '',
};

/** The ids of the sample configurations that hold a model. */
function hardwareOf(id: string): readonly string[] {
  const model = findDeployable(id, [tale]);
  if (model === null) throw new Error(`${id} is unknown`);
  return sampleHardware
    .filter(({ card, count }) => fits(model, card.gpu_memory * count))
    .map((row) => row.id);
}

test.each([
  ['openai/gpt-oss-120b', '1x_nvidia_h100_80gb_sxm', '1x_nvidia_l40s_48gb_pcie'],
  ['meta-llama/Llama-3.3-70B-Instruct', '1x_nvidia_b200_180gb_sxm', '2x_nvidia_h100_80gb_sxm'],
  ['meta-llama/Llama-3.3-70B-Instruct', '4x_nvidia_a100_80gb_sxm', '1x_nvidia_h200_140gb_sxm'],
  ['deepseek-ai/DeepSeek-R1', '8x_nvidia_h200_140gb_sxm', '8x_nvidia_h100_80gb_sxm'],
  ['Qwen/Qwen3.5-9B', '1x_nvidia_l40_48gb_pcie', null],
  ['Qwen/Qwen2.5-Coder-32B-Instruct', '1x_nvidia_a100_80gb_pcie', '1x_nvidia_l40s_48gb_pcie'],
])('%s runs on %s and not on %s, as it does elsewhere', (model, enough, tooLittle) => {
  expect(hardwareOf(model)).toContain(enough);
  expect(hardwareOf(model)).not.toContain(tooLittle);
});

describe('of every model of the catalogue', () => {
  test.each(sampleModels)(
    '$id: some configuration holds it, and so does every larger one',
    ({ id, weightsGb }) => {
      const compatible = new Set(hardwareOf(id));
      expect(compatible.size).toBeGreaterThan(0);
      for (const row of sampleHardware) {
        expect(compatible.has(row.id)).toBe(weightsGb * memoryOverhead <= row.card.gpu_memory * row.count);
      }
    },
  );

  test.each(sampleModels.filter(({ pricing }) => pricing.hourly !== undefined))(
    '$id: its hourly price is that of the cheapest configuration that holds it',
    ({ id, pricing }) => {
      const compatible = hardwareOf(id);
      const prices = sampleHardware
        .filter((row) => compatible.includes(row.id))
        .map(({ centsPerMinute }) => centsPerMinute * 0.6);
      expect(pricing.hourly).toBeCloseTo(Math.min(...prices));
    },
  );
});

test('some models do not fit everywhere, and some fit on more than the largest', () => {
  const counts = sampleModels.map(({ id }) => hardwareOf(id).length);
  expect(Math.min(...counts)).toBe(2);
  expect(Math.max(...counts)).toBe(sampleHardware.length);
  expect(new Set(counts).size).toBeGreaterThan(4);
});

test('what runs here is small enough for everything', () => {
  expect(findDeployable(tale.id, [tale])).toEqual({ runsHere: true, weightsGb: 935_040 * 4e-9 });
  expect(hardwareOf(tale.id)).toHaveLength(sampleHardware.length);
});

test('a word-list model runs here and cannot be deployed', () => {
  expect(findDeployable('inferdeck/guard-words', [tale])).toEqual({ runsHere: true, weightsGb: null });
  expect(hardwareOf('inferdeck/guard-words')).toEqual([]);
});

test('an unknown model is not found', () => {
  expect(findDeployable('inferdeck/tale-2m', [tale])).toBeNull();
  expect(findDeployable(tale.id, [])).toBeNull();
});
