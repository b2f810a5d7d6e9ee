import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeFileAtomically } from '#service/engine/model/atomic-file.ts';
import { copyAtomically, putRequest, findWaiting, watchInbox } from './inbox.ts';
import { placesIn, type Places } from '#service/store/data-folder.ts';
import type { CancelRequest, InboxRequest } from '#service/store/requests.ts';
import { openStore, type Store } from '#service/store/store.ts';
import { fineTuneRequest } from '#service/testing/records.ts';

let places: Places;
let store: Store;
let taken: InboxRequest[] = [];
let failures: unknown[] = [];

beforeEach(async () => {
  places = placesIn(await mkdtemp(join(tmpdir(), 'inferdeck-inbox-')));
  store = openStore(places.database);
  [taken, failures] = [[], []];
});

afterEach(async () => {
  store.close();
  await rm(places.home, { recursive: true });
});

const take = (request: InboxRequest) => taken.push(request);

const refuse = () => {
  throw new Error('disk full');
};

function watchIt() {
  return watchInbox(places.inbox, store, {
    acceptFineTune: take,
    acceptUpload: take,
    cancel: take,
    onAccepted: () => {},
    onFailure: (error) => failures.push(error),
  });
}

const cancelOf = (fineTuneId: string, createdAt: number): CancelRequest => ({
  kind: 'cancel',
  id: `cancel-${randomUUID()}`,
  createdAt,
  fineTuneId,
});

test('requests written before the server started are read in order, cancellations last', async () => {
  const early = fineTuneRequest({ createdAt: 1 });
  // As the first versions named them.
  const late = fineTuneRequest({ createdAt: 2, id: `ft-${randomUUID()}` });
  const cancel = cancelOf(late.id, 0);
  for (const request of [cancel, late, early]) await putRequest(places, request);
  expect(findWaiting(places.inbox, late.id)).toEqual(late);
  watchIt().close();
  expect(taken).toEqual([early, late, cancel]);
  await expect(readdir(places.inbox)).resolves.toEqual([]);
  expect(findWaiting(places.inbox, late.id)).toBeNull();
});

test('a request written while the server runs is picked up soon', async () => {
  const watching = watchIt();
  const request = fineTuneRequest();
  await putRequest(places, request);
  await expect.poll(() => taken).toEqual([request]);
  await expect.poll(() => readdir(places.inbox)).toEqual([]);
  watching.close();
});

test('a file that is not a request is set aside and reported, and blocks no other', async () => {
  const request = fineTuneRequest();
  await putRequest(places, request);
  const bad = `ft-${randomUUID()}.json`;
  await writeFile(join(places.inbox, bad), '{"kind":"fine_tune","nEpochs":-1}');
  await writeFile(join(places.inbox, `${randomUUID()}.json.part`), 'half a file');
  await writeFile(join(places.inbox, 'notes.txt'), 'not of the inbox');
  watchIt().close();
  expect(taken).toEqual([request]);
  expect(failures).toHaveLength(1);
  await expect(readdir(places.inbox)).resolves.toContain(`${bad}.rejected`);
});

test('a transaction that fails leaves the requests for the next poll', async () => {
  await putRequest(places, fineTuneRequest());
  const readers = { acceptFineTune: refuse, acceptUpload: refuse, cancel: refuse, onAccepted: refuse };
  watchInbox(places.inbox, store, { ...readers, onFailure: (error) => failures.push(error) }).close();
  expect(failures).toHaveLength(1);
  await expect(readdir(places.inbox)).resolves.toHaveLength(1);
  watchIt().close();
  expect(taken).toHaveLength(1);
});

test('a copy is complete and private to its owner, or absent', async () => {
  const source = join(places.home, 'source.txt');
  await writeFile(source, 'hello', { mode: 0o644 });
  const target = join(places.files, 'copy.txt');
  await copyAtomically(source, target);
  await expect(readFile(target, 'utf8')).resolves.toBe('hello');
  expect((await stat(target)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  await expect(copyAtomically(join(places.home, 'none'), join(places.files, 'none'))).rejects.toThrow(
    'ENOENT',
  );
  await expect(readdir(places.files)).resolves.toEqual(['copy.txt']);
});

test.skipIf(process.platform === 'win32')('a copy is durable: its folder is synced, too', async () => {
  const source = join(places.home, 'source.txt');
  await writeFile(source, 'hello');
  const target = join(places.files, 'copy.txt');
  const synced: boolean[] = [];
  const { fsyncSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    if (fs.fstatSync(file).isDirectory()) synced.push(fs.existsSync(target));
    fsyncSync(file);
  });
  syncBuiltinESMExports();
  await copyAtomically(source, target);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect(synced).toEqual([true]);
});

test.runIf(process.platform === 'linux')(
  'a file that cannot be written leaves no partial file behind',
  async () => {
    const file = join(places.home, 'none.bin');
    // Writing to this device fails as on a full disk.
    await symlink('/dev/full', `${file}.part`);
    expect(() => writeFileAtomically(file, [Uint8Array.of(1)])).toThrow('ENOSPC');
    await expect(readdir(places.home)).resolves.not.toContain('none.bin.part');
  },
);
