import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { EngineLoop } from './engine-loop.ts';
import type { EventBatch, FromWorker } from './contract.ts';
import { SlotPool } from './slot-pool.ts';
import { createTinyModel, tinyRequest } from '#service/engine/testing/tiny-model.ts';

/** A loop with the tiny model, and what it has sent. */
function start() {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-loop-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tiny.bin');
  writeFileSync(file, encodeWeightFile(createTinyModel()));
  const sent: FromWorker[] = [];
  const loop = new EngineLoop((message) => sent.push(message));
  loop.handle({ kind: 'add', model: { id: 'test/tiny', file } });
  const batches = (): readonly EventBatch[] =>
    sent.flatMap((message) => (message.kind === 'events' ? message.batches : []));
  return { loop, sent, batches };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it('is never more than two messages ahead of its consumer', async () => {
  const { loop, sent, batches } = start();
  loop.handle({ kind: 'complete', id: 1, request: tinyRequest() });
  await turns(50);
  expect(sent).toHaveLength(2);
  loop.handle({ kind: 'acknowledge' });
  await turns(50);
  expect(sent).toHaveLength(3);
  while (!batches().some(({ isOver }) => isOver)) {
    loop.handle({ kind: 'acknowledge' });
    await turns(2);
  }
  expect(batches().flatMap(({ events }) => events.filter(({ kind }) => kind === 'token'))).toHaveLength(20);
});

it('fails a request that cannot be started, and serves the next', async () => {
  const { loop, batches } = start();
  vi.spyOn(TextEncoder.prototype, 'encode').mockImplementationOnce(() => {
    throw new RangeError('out of memory');
  });
  loop.handle({ kind: 'complete', id: 1, request: tinyRequest() });
  expect(batches()).toMatchObject([
    { id: 1, isOver: true, error: { code: 'engine_failed', message: 'The engine failed: out of memory.' } },
  ]);
  loop.handle({ kind: 'acknowledge' });
  loop.handle({ kind: 'complete', id: 2, request: tinyRequest({ maxTokens: 1 }) });
  await expect.poll(() => batches().at(-1)).toMatchObject({ id: 2, isOver: true });
});

it('ends running requests when the scheduler itself fails, and serves the next', async () => {
  const { loop, batches } = start();
  vi.spyOn(SlotPool.prototype, 'assign').mockImplementationOnce(() => {
    throw new RangeError('no such slot');
  });
  loop.handle({ kind: 'complete', id: 1, request: tinyRequest() });
  await expect
    .poll(batches)
    .toMatchObject([
      { id: 1, isOver: true, error: { code: 'engine_failed', message: 'The engine failed: no such slot.' } },
    ]);
  loop.handle({ kind: 'acknowledge' });
  loop.handle({ kind: 'complete', id: 2, request: tinyRequest({ maxTokens: 1 }) });
  await expect.poll(() => batches().at(-1)).toMatchObject({ id: 2, isOver: true });
});
