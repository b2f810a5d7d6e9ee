import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startEngine, type Engine, type EngineEvent } from './engine.ts';
import { createTinyModel, tinyRequest } from '#service/engine/testing/tiny-model.ts';
import { startWorker } from './start-worker.ts';
import { encodeWeightFile } from '#service/engine/model/weight-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'inferdeck-restarts-'));
const tinyFile = join(folder, 'tiny.bin');
writeFileSync(tinyFile, encodeWeightFile(createTinyModel()));
afterAll(() => rmSync(folder, { recursive: true }));

const thread = (code: string) => (): Worker => new Worker(code, { eval: true });

const never = new AbortController().signal;

async function collect(engine: Engine, model: string): Promise<EngineEvent[]> {
  const all: EngineEvent[] = [];
  for await (const events of engine.complete(tinyRequest({ model }), never)) all.push(...events);
  return all;
}

/** An engine whose threads are started by these in turn, then as usual. */
async function startWith(...threads: (() => Worker)[]) {
  const file = join(folder, 'mortal.bin');
  copyFileSync(tinyFile, file);
  const causes: string[] = [];
  const workers: Worker[] = [];
  const startThread = (): Worker => {
    const worker = (workers.length === 0 ? startWorker : (threads.shift() ?? startWorker))();
    workers.push(worker);
    return worker;
  };
  const mortal = await startEngine({
    models: [{ id: 'test/tiny', file }],
    startThread,
    onStop: (cause) => causes.push(cause),
  });
  onTestFinished(() => mortal.close());
  const ask = (model = 'test/tiny'): Promise<EngineEvent[]> => collect(mortal, model);
  const kill = async (): Promise<void> => {
    await workers.at(-1)?.terminate();
  };
  return { mortal, file, causes, ask, kill };
}

test('fails the requests of a dead thread, and serves the next on a new one', async () => {
  const { mortal, causes, ask, kill } = await startWith();
  const expected = await ask();
  const request = tinyRequest({ pace: 0.01, logitBias: new Map([[122, 100]]) });
  const open = mortal.complete(request, never)[Symbol.asyncIterator]();
  await open.next();
  const encoding = mortal.encode('test/tiny', 'x');
  await Promise.all([kill(), expect(open.next()).rejects.toMatchObject({ code: 'engine_closed' })]);
  await encoding.catch(() => {});
  expect(causes).toEqual(['The engine stopped: its thread has ended.']);
  expect(await ask()).toEqual(expected);
  await kill();
  expect((await mortal.encode('test/tiny', 'hello')).length).toBeGreaterThan(0);
});

test('comes back with all models after every kind of failed start', async () => {
  const { mortal, causes, ask, kill } = await startWith(
    () => {
      throw new Error('EMFILE: too many open files');
    },
    thread('process.exit(1)'),
    thread("throw new Error('broken at once')"),
    thread("require('node:worker_threads').parentPort.once('message', () => { throw 'broken later'; })"),
  );
  await mortal.addModel({ id: 'test/kept', file: tinyFile });
  await mortal.addModel({ id: 'test/removed', file: tinyFile });
  const expected = await ask('test/kept');
  await kill();
  // None of them is up: models added and removed now count as well.
  await mortal.addModel({ id: 'test/late', file: tinyFile });
  await mortal.removeModel('test/removed');
  for (let start = 0; start < 4; start++)
    await expect(ask('test/kept')).rejects.toMatchObject({ code: 'engine_closed' });
  for (const id of ['test/kept', 'test/late', 'test/tiny']) expect(await ask(id)).toEqual(expected);
  await expect(ask('test/removed')).rejects.toMatchObject({ code: 'model_not_found' });
  expect(mortal.models().map(({ id }) => id)).toEqual(['test/tiny', 'test/kept', 'test/late']);
  expect(causes).toHaveLength(4);
});

test('keeps models whose files cannot be read for a while', async () => {
  const { file, ask, kill } = await startWith();
  const expected = await ask();
  await kill();
  renameSync(file, `${file}.away`);
  await expect(ask()).rejects.toMatchObject({ code: 'model_unreadable' });
  renameSync(`${file}.away`, file);
  expect(await ask()).toEqual(expected);
});

test('is not started again once the engine is closed', async () => {
  const { mortal, ask, causes } = await startWith();
  await mortal.close();
  await expect(ask()).rejects.toMatchObject({ code: 'engine_closed', message: 'The engine is closed.' });
  await expect(mortal.addModel({ id: 'x', file: tinyFile })).rejects.toMatchObject({
    code: 'engine_closed',
  });
  expect(causes).toEqual([]);
});

test('the process lives only as long as something waits for the worker', async () => {
  let isHeld = true;
  const startThread = (): Worker => {
    const worker = startWorker();
    vi.spyOn(worker, 'ref').mockImplementation(() => (isHeld = true));
    vi.spyOn(worker, 'unref').mockImplementation(() => (isHeld = false));
    return worker;
  };
  const engine = await startEngine({ models: [{ id: 'test/tiny', file: tinyFile }], startThread });
  onTestFinished(() => engine.close());
  expect(isHeld).toBe(false);
  const running = collect(engine, 'test/tiny');
  expect(isHeld).toBe(true);
  await running;
  expect(isHeld).toBe(false);
  const encoding = engine.encode('test/tiny', 'x');
  expect(isHeld).toBe(true);
  await encoding;
  expect(isHeld).toBe(false);
});

test('other tasks get a turn between the streams that one step serves', async () => {
  const startThread = thread(`
    const { parentPort } = require('node:worker_threads');
    const ids = [];
    parentPort.on('message', ({ kind, call, id }) => {
      if (kind === 'load') parentPort.postMessage({ kind: 'loaded', call });
      if (kind === 'complete' && ids.push(id) === 100)
        parentPort.postMessage({ kind: 'events', batches: ids.map((id) => ({ id, events: [], isOver: true })) });
    });
  `);
  const engine = await startEngine({ models: [{ id: 'test/tiny', file: tinyFile }], startThread });
  onTestFinished(() => engine.close());
  let turn = 0;
  let next = setImmediate(function pass() {
    turn++;
    next = setImmediate(pass);
  });
  const turns = new Set<number>();
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      await collect(engine, 'test/tiny');
      turns.add(turn);
    }),
  );
  clearImmediate(next);
  expect(turns.size).toBeGreaterThan(5);
});
