import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase, StoreError, versionOf } from './database.ts';
import { isServed, lockDataFolder } from './data-folder.ts';
import { openStore, openStoreToRead, type Store } from './store.ts';
import { fineTuneRequest, newEvent } from '#service/testing/records.ts';

let folder = '';
let file = '';
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inferdeck store #1-'));
  file = join(folder, 'inferdeck.db');
  store = openStore(file);
});

afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

function added(fields: Parameters<typeof fineTuneRequest>[0] = {}) {
  const request = fineTuneRequest(fields);
  store.jobs.add({ id: request.jobId, type: 'fine_tune', args: {}, file: '', createdAt: 1 }, 'Created.');
  store.fineTunes.add(request);
  return request;
}

describe('records', () => {
  test('a fine-tune reads back as requested, and a second one with its id changes nothing', () => {
    const request = added({ batchSize: 'max', trainOnInputs: false, wandbProjectName: "'; DROP TABLE" });
    expect(store.fineTunes.add({ ...request, nEpochs: 9 })).toBe(false);
    const row = store.fineTunes.find(request.id);
    expect(row).toMatchObject({ id: request.id, status: 'pending', tokenCount: 0, outputPath: '', request });
    expect(store.fineTunes.find('ft-none')).toBeNull();
  });

  test('lists are newest first, and the list of open ones is oldest first', () => {
    const ids = [added().id, added().id, added().id];
    store.fineTunes.change(ids[1] ?? '', { status: 'completed' }, 5);
    expect(store.fineTunes.list().map(({ id }) => id)).toEqual(ids.toReversed());
    expect(store.fineTunes.listOpen().map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });

  test('an update changes only the named fields and the time', () => {
    const { id } = added();
    store.fineTunes.change(id, { tokenCount: 12, paramCount: 3, status: 'running' }, 7);
    store.fineTunes.change(id, { outputPath: 'models/a.bin' }, 8);
    expect(store.fineTunes.find(id)).toMatchObject({
      tokenCount: 12,
      paramCount: 3,
      status: 'running',
      outputPath: 'models/a.bin',
      updatedAt: 8,
    });
  });

  test('events are numbered without gaps, and each has its own hash', () => {
    const { id } = added();
    for (const message of ['one', 'two', 'two']) store.events.add(id, newEvent(message));
    const events = store.events.list(id);
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(new Set(events.map(({ hash }) => hash)).size).toBe(3);
    expect(store.events.list(id, 2)).toEqual(events.slice(2));
    expect(store.events.list(id)).toEqual(events);
  });

  test('events that a resumed job repeats are recorded once', () => {
    const { id } = added();
    const row = { step: 4, createdAt: 1, epoch: 0.5, loss: 2, gradientNorm: 1, learningRate: 1e-4 } as const;
    expect(store.metrics.add(id, { ...row, kind: 'train' })).toBe(true);
    expect(store.metrics.add(id, { ...row, kind: 'train', loss: 3 })).toBe(false);
    expect(store.metrics.add(id, { ...row, kind: 'evaluation' })).toBe(true);
    const range = { fromStep: 4, toStep: 4, fromTime: 0, toTime: 9 };
    expect(store.metrics.list(id, range).map(({ kind, loss }) => [kind, loss])).toEqual([
      ['train', 2],
      ['evaluation', 2],
    ]);
    expect(store.metrics.list(id, { ...range, fromStep: 5, toStep: 9 })).toEqual([]);
    const checkpoint = { step: 4, isFinal: false, path: 'a', createdAt: 1 };
    expect(store.checkpoints.add(id, checkpoint)).toBe(true);
    expect(store.checkpoints.add(id, checkpoint)).toBe(false);
    expect(store.fineTunes.completeEpoch(id, 1, 2)).toBe(true);
    expect(store.fineTunes.completeEpoch(id, 1, 3)).toBe(false);
  });

  test('a NaN loss reads back as null, and an infinite gradient norm as infinite', () => {
    const { id } = added();
    const figures = { createdAt: 1, epoch: 0, gradientNorm: Infinity, learningRate: 0 };
    store.metrics.add(id, { step: 1, kind: 'train', ...figures, loss: NaN });
    const [row] = store.metrics.list(id, { fromStep: 0, toStep: 9, fromTime: 0, toTime: 9 });
    expect(row).toMatchObject({ loss: null, gradientNorm: Infinity });
  });

  test('a job remembers every status in order', () => {
    const id = `job-${randomUUID()}`;
    store.jobs.add({ id, type: 'model_upload', args: { a: 'b' }, file: 'x', createdAt: 1 }, 'Waits.');
    store.jobs.update(id, 'Running', 'Reads.', 2);
    expect(store.jobs.listOpen('model_upload').map((job) => job.id)).toEqual([id]);
    store.jobs.update(id, 'Failed', 'Is none.', 2);
    expect(store.jobs.listUpdates(id).map(({ status, message }) => [status, message])).toEqual([
      ['Queued', 'Waits.'],
      ['Running', 'Reads.'],
      ['Failed', 'Is none.'],
    ]);
    expect(store.jobs.find(id)).toMatchObject({ status: 'Failed', updatedAt: 2, args: { a: 'b' } });
    expect(store.jobs.listOpen('model_upload')).toEqual([]);
  });

  test('an event without its fine-tune is refused by the foreign key', () => {
    expect(() => store.events.add('ft-none', newEvent('lost'))).toThrow(/FOREIGN KEY/u);
    expect(() =>
      store.models.put({
        id: 'a/b',
        path: 'x',
        description: '',
        license: '',
        jobId: 'job-none',
        createdAt: 1,
      }),
    ).toThrow(/FOREIGN KEY/u);
  });

  test('a transaction that fails leaves nothing behind, and the next one works', () => {
    const { id } = added();
    const failing = () =>
      store.transaction(() => {
        store.events.add(id, newEvent('never'));
        store.transaction(() => store.events.add(id, newEvent('never either')));
        throw new Error('stop');
      });
    expect(failing).toThrow('stop');
    expect(store.events.list(id)).toEqual([]);
    store.transaction(() => store.events.add(id, newEvent('now')));
    expect(store.events.list(id)).toHaveLength(1);
  });
});

describe('opening', () => {
  test('written rows survive closing and can be read beside the writer', () => {
    const { id } = added();
    const reader = openStoreToRead(file);
    expect(reader?.fineTunes.find(id)?.id).toBe(id);
    store.events.add(id, newEvent('later'));
    expect(reader?.events.list(id)).toHaveLength(1);
    expect(() => reader?.events.add(id, newEvent('by the reader'))).toThrow(/readonly/u);
    reader?.close();
    store.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    store = openStore(file);
    expect(store.fineTunes.find(id)?.id).toBe(id);
  });

  test('a folder without a database has nothing to read', () => {
    expect(openStoreToRead(join(folder, 'none.db'))).toBeNull();
  });

  test('a file that is not a database, or one of a later version, is refused with a message', async () => {
    const other = join(folder, 'other.db');
    await writeFile(
      other,
      'This is a text, and long enough to be read as the head of a database file, which it is not.',
    );
    expect(() => openStore(other)).toThrow(StoreError);
    expect(() => openStore(other)).toThrow(/file is not a database\..*INFERDECK_HOME/u);
    expect(() => openStore(join(folder, 'no such folder', 'a.db'))).toThrow(StoreError);
    store.close();
    const database = openDatabase(file);
    const version = versionOf(database);
    database.execute('PRAGMA user_version = 999');
    database.close();
    expect(() => openStore(file)).toThrow(/newer Inferdeck/u);
    expect(() => openStoreToRead(file)).toThrow(/newer Inferdeck/u);
    const again = openDatabase(file);
    again.execute(`PRAGMA user_version = ${version}`);
    again.close();
    store = openStore(file);
  });

  test('a database of the first version is migrated', () => {
    const { id, jobId } = added();
    store.checkpoints.add(id, { step: 10, isFinal: false, path: 'a.bin', createdAt: 1 });
    store.checkpoints.add(id, { step: 20, isFinal: true, path: 'b.bin', createdAt: 2 });
    const model = { description: 'A checkpoint.', license: 'MIT', jobId, createdAt: 2 };
    store.models.put({ ...model, id: `${id}:10`, path: 'a.bin' });
    store.models.put({ ...model, id: `${id}:20`, path: 'b.bin' });
    store.close();
    const database = openDatabase(file);
    database.execute('ALTER TABLE models DROP COLUMN license');
    database.execute('PRAGMA user_version = 1');
    database.close();
    store = openStore(file);
    expect(store.models.find(id)).toEqual({ ...model, id, path: 'b.bin' });
    expect(store.models.list()).toHaveLength(3);
  });
});

describe('one server for each folder', () => {
  test('a second server is refused until the first releases the folder', async () => {
    expect(isServed(folder)).toBe(false);
    const lock = await lockDataFolder(folder);
    expect(isServed(folder)).toBe(true);
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(StoreError);
    await expect(lockDataFolder(folder, 0)).rejects.toThrow('INFERDECK_HOME');
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const waiting = lockDataFolder(folder);
    lock.release();
    (await waiting).release();
    expect(said.mock.calls).toEqual([[`Waiting for another Inferdeck to release ${folder} …\n`]]);
    expect(isServed(folder)).toBe(false);
  });
});
