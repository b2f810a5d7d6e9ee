import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestFields } from '#api/schema/request-fields.ts';
import { type Engine, startEngine } from '#service/engine/engine.ts';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';
import { encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { anySize } from '#service/testing/strange-requests.ts';
import type { Service } from '#service/http/gate.ts';
import { createService } from '#service/service.ts';
import { answerOf, chunksOf, origin, TOKEN } from '#service/testing/started.ts';

/** How many requests are sent; 10,000 take some minutes. */
const requests = Number(process.env['INFERDECK_TEST_REQUESTS'] || 96);
const atOnce = 8;
const vocabulary = 264;

const folder = mkdtempSync(join(tmpdir(), 'inferdeck-apart-'));
const failures: unknown[] = [];
let engine: Engine;
let service: Service;

beforeAll(async () => {
  const file = join(folder, 'tiny.bin');
  writeFileSync(file, encodeWeightFile(createTinyModel()));
  engine = await startEngine({ models: [{ id: 'test/tiny', file }] });
  const parts = {
    engine,
    token: TOKEN,
    ownOrigins: [origin],
    pageAccess: 'same-origin',
    pace: null,
  } as const;
  service = createService({ ...parts, onFailure: (error) => failures.push(error) });
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

function complete(body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const init = {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'test/tiny', prompt: 'hello', ...body }),
  };
  return service.fetch(new Request(`${origin}/v1/completions`, init));
}

/** Every token of a long stream that ends only by length. */
async function readVictim() {
  const body = { stream: true, max_tokens: 100, seed: 5, top_p: 0.9, logit_bias: { 263: -100 } };
  return (await chunksOf(await complete(body))).map(({ token, finish_reason }) => ({ token, finish_reason }));
}

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  fc.double({ min, max, noNaN: true });

/** Every numeric field over its whole range, each one optional. */
const anyNumbers = fc.record(
  {
    temperature: within(requestFields.temperature.limit),
    top_p: within(requestFields.top_p.limit),
    top_k: fc.oneof(fc.integer({ min: -1, max: 5 }), fc.integer(requestFields.top_k.limit)),
    min_p: within(requestFields.min_p.limit),
    repetition_penalty: anySize.map(Math.abs).filter((penalty) => penalty > 0),
    presence_penalty: within(requestFields.presence_penalty.limit),
    frequency_penalty: within(requestFields.frequency_penalty.limit),
    logit_bias: fc.oneof(
      fc.dictionary(fc.nat({ max: vocabulary - 1 }).map(String), anySize),
      anySize.map((bias) => Object.fromEntries(Array.from({ length: vocabulary }, (_, id) => [id, bias]))),
    ),
    seed: fc.maxSafeInteger(),
    n: fc.integer({ min: 1, max: 4 }),
    echo: fc.boolean(),
    stop: fc.constant(['e', 'll']),
    max_tokens: fc.integer({ min: 1, max: 8 }),
  },
  { requiredKeys: ['max_tokens'] },
);

test('a request with any numbers is answered, and a concurrent stream keeps exactly its tokens', async () => {
  const expected = await readVictim();
  expect(expected).toHaveLength(100);
  const property = fc.asyncProperty(
    fc.array(anyNumbers, { minLength: atOnce, maxLength: atOnce }),
    async (bodies) => {
      const victim = readVictim();
      await Promise.all(
        bodies.map(async (body) => {
          const { choices } = await answerOf(await complete({ ...body, logprobs: 1 }));
          expect(choices).toHaveLength(body.n ?? 1);
          for (const { logprobs } of choices) {
            expect(logprobs?.token_ids?.every((id) => id >= 0 && id < vocabulary)).toBe(true);
            expect(logprobs?.token_logprobs?.every((logprob) => Number.isFinite(logprob))).toBe(true);
          }
        }),
      );
      expect(await victim).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(requests / atOnce) });
  expect(failures).toEqual([]);
}, 3_600_000);
