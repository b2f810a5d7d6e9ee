import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Random } from '#lib/random.ts';
import { openDatabase } from './database.ts';
import { openStore } from './store.ts';

const writer = join(import.meta.dirname, '../testing/endless-writer.ts');
const rounds = 5;
const allSteps = { fromStep: 0, toStep: 1e9, fromTime: 0, toTime: 1e15 };

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inferdeck-kill-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Kills a writer in the middle of a row after this many were acknowledged; returns its output. */
async function writeUntilKilled(file: string, acknowledgements: number): Promise<[id: string, step: number]> {
  const child = spawn(process.execPath, ['--import', 'tsx', writer, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  let count = 0;
  createInterface(child.stdout).on('line', (line) => {
    last = line;
    if (++count === acknowledgements) child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
  const [id = '', step = ''] = last.split(' ');
  return [id, Number(step)];
}

test.concurrent.each([1, 2, 3])('killed at any moment, store %s loses no acknowledged row', async (lane) => {
  const random = new Random(lane);
  const file = join(folder, `${lane}.db`);
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    acknowledged.set(...(await writeUntilKilled(file, 1 + random.below(25))));
    const store = openStore(file);
    for (const [id, steps] of acknowledged) {
      const written = store.metrics.list(id, allSteps).map(({ step }) => step);
      expect(written.length).toBeGreaterThanOrEqual(steps);
      expect(written).toEqual(written.map((_, index) => index + 1));
      // A transaction is stored completely or not at all.
      expect(store.events.list(id).map(({ step }) => step)).toEqual(written);
      expect(store.fineTunes.find(id)?.totalSteps).toBe(written.length);
    }
    store.close();
  }
  const database = openDatabase(file);
  const Check = z.object({ integrity_check: z.string() });
  expect(database.all(Check, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.all(z.unknown(), 'PRAGMA foreign_key_check')).toEqual([]);
  database.close();
});
