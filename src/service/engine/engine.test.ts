import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { baseModel, startEngine, type Engine, type EngineEvent, type EngineRequest } from './engine.ts';
import { referenceLogProbabilities } from '#service/engine/testing/reference-model.ts';
import { eventWindow } from './contract.ts';
import { createTinyModel, tinyRequest } from '#service/engine/testing/tiny-model.ts';
import { baseModelFile } from './start-worker.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { decodeWeightFile, encodeWeightFile } from '#service/engine/model/weight-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'inferdeck-engine-'));
const tinyFile = join(folder, 'tiny.bin');
let engine: Engine;

beforeAll(async () => {
  writeFileSync(tinyFile, encodeWeightFile(createTinyModel()));
  engine = await startEngine({
    models: [
      { id: baseModel, file: baseModelFile },
      { id: 'test/tiny', file: tinyFile },
    ],
  });
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;
const story = (fields: Partial<EngineRequest> = {}): EngineRequest =>
  tinyRequest({
    model: baseModel,
    prompt: 'Once upon a time',
    temperature: 0.7,
    logitBias: new Map(),
    ...fields,
  });

async function collect(request: EngineRequest): Promise<EngineEvent[]> {
  const all: EngineEvent[] = [];
  for await (const events of engine.complete(request, never)) all.push(...events);
  return all;
}

const textOf = (events: readonly EngineEvent[], index = 0): string =>
  events.map((event) => (event.kind === 'token' && event.index === index ? event.text : '')).join('');

async function isIdle(): Promise<void> {
  await expect.poll(() => engine.stats(), { interval: 1 }).toMatchObject({ active: 0, waiting: 0 });
}

describe('the base model', () => {
  it('says what it is', () => {
    expect(engine.models()[0]).toMatchObject({
      id: baseModel,
      contextLength: 512,
      vocabSize: 1024,
      parameterCount: 935_040,
    });
    expect(engine.models()[0]?.description).toMatch(/knows next to nothing/);
  });

  it('generates a story in English words and ends by itself', async () => {
    const events = await collect(story({ maxTokens: null, temperature: 0 }));
    expect(textOf(events)).toMatch(/^,? ?[A-Z a-z]+/);
    expect(textOf(events).length).toBeGreaterThan(400);
    expect(events.at(-2)).toMatchObject({ special: true, finishReason: 'eos' });
  });

  it('has logprobs that match an independent forward pass and sum to one', async () => {
    const { shape, weights, tokenizer } = decodeWeightFile(readFileSync(baseModelFile));
    const end = 256 + tokenizer.merges.length;
    const events = await collect(story({ echo: true, maxTokens: 3 }));
    const ids = events.flatMap((event) =>
      event.kind === 'prompt' ? event.ids : event.kind === 'token' ? [event.id] : [],
    );
    const logprobs = events.flatMap((event) =>
      event.kind === 'prompt' ? event.logprobs : event.kind === 'token' ? [event.logprob] : [],
    );
    const expected = referenceLogProbabilities(shape, weights, [end, ...ids].slice(0, -1));
    expect(logprobs).toHaveLength(ids.length);
    for (const [index, row] of expected.entries()) {
      expect(row.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 9);
      expect(logprobs[index]).toBeCloseTo(at(row, at(ids, index)), 3);
    }
  });

  it('takes any text as a prompt', async () => {
    for (const prompt of ['', '🦊 fährt नमस्ते', '\uD800 lone', '\u0000\uFEFF', '<|end|>'])
      expect((await collect(story({ prompt, maxTokens: 3, echo: true }))).at(-1)).toMatchObject({
        kind: 'end',
      });
  });

  it('repeats itself with the same seed while other requests run', async () => {
    const request = story({ seed: 5, maxTokens: 20 });
    const quiet = await collect(request);
    const noise = [1, 2, 3].map((seed) => collect(story({ seed, n: 9, maxTokens: 30 })));
    const [first, second] = await Promise.all([collect(request), collect(request)]);
    await Promise.all(noise);
    expect(first).toEqual(quiet);
    expect(second).toEqual(quiet);
  });
});

describe('stopping', () => {
  it('frees everything when the signal aborts, and throws its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    let tokens = 0;
    const run = async (): Promise<void> => {
      for await (const events of engine.complete(
        tinyRequest({ n: 100, maxTokens: 100 }),
        controller.signal,
      )) {
        tokens += events.length;
        controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(tokens).toBeLessThan(10_000);
    await isIdle();
  });

  it('frees everything when the consumer leaves the loop, or returns while it waits', async () => {
    for await (const _ of engine.complete(story({ n: 3, maxTokens: null }), never)) break;
    await isIdle();
    const iterator = engine.complete(story({ pace: 0.01 }), never)[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = iterator.next();
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await isIdle();
  });

  it('does nothing for a signal that is already aborted', async () => {
    const iterator = engine.complete(story(), AbortSignal.abort(new Error('before')))[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toThrow('before');
    expect(await engine.stats()).toMatchObject({ active: 0, waiting: 0 });
  });
});

it('generates no more than its reader takes', async () => {
  const crowd = tinyRequest({ n: 128, maxTokens: 100 });
  const open = engine.complete(crowd, never)[Symbol.asyncIterator]();
  const next = async (): Promise<number> => {
    const batch = await open.next();
    return batch.done === true ? 0 : batch.value.length;
  };
  const first = await next();
  // Each request has the same share, so by now the first one could have ended as well.
  const events = await collect(crowd);
  expect(events).toHaveLength(128 * 100 + 1);
  const second = await next();
  expect(second).toBeLessThan(eventWindow + 300);
  let count = first + second;
  for (let more = await next(); more > 0; more = await next()) count += more;
  expect(count).toBe(events.length);
});

describe('an invalid request', () => {
  it('throws with a code and the parameter to blame', async () => {
    await expect(collect(story({ model: 'nobody/nothing' }))).rejects.toMatchObject({
      name: 'EngineError',
      code: 'model_not_found',
      param: 'model',
    });
    await expect(collect(story({ maxTokens: 600 }))).rejects.toMatchObject({
      code: 'context_length_exceeded',
      param: 'max_tokens',
    });
    await expect(collect(story({ logitBias: new Map([[1024, 1]]) }))).rejects.toMatchObject({
      code: 'invalid_token_id',
    });
    await expect(engine.encode('nobody/nothing', 'x')).rejects.toMatchObject({ code: 'model_not_found' });
  });

  it('rejects a file that is not a weight file', async () => {
    const file = join(folder, 'broken.bin');
    writeFileSync(file, 'hello');
    await expect(startEngine({ models: [{ id: 'x', file }] })).rejects.toThrow('This is not a weight file');
  });
});

describe('models that come and go', () => {
  const file = join(folder, 'other.bin');

  it('serves a model as soon as it is added, under its own description', async () => {
    writeFileSync(file, encodeWeightFile(createTinyModel()));
    await engine.addModel({ id: 'test/other', file, description: 'Another one.' });
    expect(engine.models().map(({ id }) => id)).toEqual([baseModel, 'test/tiny', 'test/other']);
    expect(engine.models().at(-1)).toMatchObject({ contextLength: 128, description: 'Another one.' });
    const events = await collect(tinyRequest({ model: 'test/other', seed: 3 }));
    expect(events).toEqual(await collect(tinyRequest({ seed: 3 })));
  });

  it('lets completions end on a model that is removed, and refuses new ones', async () => {
    const running = engine.complete(tinyRequest({ model: 'test/other' }), never)[Symbol.asyncIterator]();
    await running.next();
    await engine.removeModel('test/other');
    expect(engine.models()).toHaveLength(2);
    let last: IteratorResult<readonly EngineEvent[], unknown> = await running.next();
    while (last.done !== true) last = await running.next();
    await expect(collect(tinyRequest({ model: 'test/other' }))).rejects.toMatchObject({
      code: 'model_not_found',
    });
  });

  it('refuses a file that is not a model, and fails only requests to one deleted later', async () => {
    await expect(engine.addModel({ id: 'test/gone', file: folder })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'model_unreadable',
    });
    expect(engine.models()).toHaveLength(2);
    await engine.addModel({ id: 'test/gone', file });
    rmSync(file);
    const other = collect(story({ maxTokens: 20 }));
    await expect(collect(tinyRequest({ model: 'test/gone' }))).rejects.toMatchObject({
      code: 'model_unreadable',
      param: 'model',
    });
    expect((await other).at(-1)).toMatchObject({ kind: 'end' });
    await engine.removeModel('test/gone');
  });
});

it('encodes text for its models', async () => {
  const ids = await engine.encode(baseModel, 'Once upon a time 🦊');
  const { tokenizer } = decodeWeightFile(readFileSync(baseModelFile));
  expect(new Tokenizer(tokenizer).decode(ids)).toBe('Once upon a time 🦊');
});

it('throws for open and later completions once it is closed', async () => {
  const other = await startEngine({ models: [{ id: 'test/tiny', file: tinyFile }] });
  const request = tinyRequest({ pace: 0.01, logitBias: new Map([[122, 100]]) });
  const open = other.complete(request, never)[Symbol.asyncIterator]();
  await open.next();
  const [waiting] = await Promise.allSettled([open.next(), other.close()]);
  expect(waiting).toMatchObject({ status: 'rejected', reason: { code: 'engine_closed' } });
  const later = other.complete(request, never)[Symbol.asyncIterator]();
  await expect(later.next()).rejects.toMatchObject({ code: 'engine_closed' });
  await expect(other.stats()).rejects.toMatchObject({ code: 'engine_closed' });
});
