import { afterEach, expect, test } from 'vitest';
import { toEngineRequest } from './completions/engine-request.ts';
import { type Engine, startEngine } from './engine/engine.ts';
import { bundledWeights } from './engine/start-worker.ts';
import { superviseEngine } from './supervision.ts';

let supervised: Engine | null = null;

afterEach(() => supervised?.close());

const request = toEngineRequest(
  { model: 'inferdeck/tale-1m', prompt: 'Once', max_tokens: 3, temperature: 0 },
  { seed: 1, pace: null },
);

async function textOf(engine: Engine, model = request.model): Promise<string> {
  let text = '';
  for await (const batch of engine.complete({ ...request, model }, new AbortController().signal)) {
    for (const event of batch) if (event.kind === 'token') text += event.text;
  }
  return text;
}

test('an engine that has ended by itself fails who is on it, and is there again for the next', async () => {
  const started: Engine[] = [];
  let restarts = 0;
  const start = async () => {
    const engine = await startEngine();
    started.push(engine);
    return engine;
  };
  supervised = await superviseEngine(start, () => {
    restarts += 1;
  });
  const text = await textOf(supervised);
  await started[0]?.close();
  const both = [textOf(supervised), supervised.stats()];
  for (const result of await Promise.allSettled(both)) expect(result.status).toBe('rejected');
  await expect(textOf(supervised)).resolves.toBe(text);
  expect(supervised.models().map(({ id }) => id)).toEqual(['inferdeck/tale-1m']);
  expect([started.length, restarts]).toEqual([2, 1]);
});

test('a model that was added is there again, one that was removed is not', async () => {
  const started: Engine[] = [];
  const start = async () => {
    const engine = await startEngine();
    started.push(engine);
    return engine;
  };
  supervised = await superviseEngine(start, () => {});
  const file = bundledWeights('tale-1m.bin');
  for (const id of ['test/kept', 'test/removed']) await supervised.addModel({ id, file });
  await supervised.removeModel('test/removed');
  await started[0]?.close();
  await expect(supervised.stats()).rejects.toMatchObject({ code: 'engine_closed' });
  await expect(textOf(supervised, 'test/kept')).resolves.not.toBe('');
  expect(supervised.models().map(({ id }) => id)).toEqual(['inferdeck/tale-1m', 'test/kept']);
});

test('closing it starts nothing', async () => {
  supervised = await superviseEngine(startEngine, () => {});
  await supervised.close();
  await expect(textOf(supervised)).rejects.toMatchObject({ code: 'engine_closed' });
  await expect(supervised.stats()).rejects.toMatchObject({ code: 'engine_closed' });
});
