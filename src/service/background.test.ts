import { expect, onTestFinished, test, vi } from 'vitest';
import { startBackground } from './assembly.ts';
import { randomUUID } from 'node:crypto';
import { putRequest } from '#service/jobs/inbox.ts';
import { placesIn } from '#service/store/data-folder.ts';
import { newHome, removeHome } from '#service/testing/workshop.ts';

const nothing = () => Promise.resolve();
const full = () => {
  throw new Error('database or disk is full');
};

function start(home: string, onFailure: (error: unknown) => void = (error) => expect.fail(String(error))) {
  const engine = {
    models: () => [],
    addModel: nothing,
    loadModel: nothing,
    removeModel: nothing,
    complete: () => expect.fail('nothing is to be completed'),
  };
  return startBackground({ home, engine, sample: false, onFailure });
}

test('a store that cannot be closed is reported and does not lock the folder against the next start', async () => {
  const home = newHome();
  onTestFinished(() => removeHome(home));
  const failures: string[] = [];
  const first = await start(home, (error) => void failures.push(String(error)));
  const close = first.store.close.bind(first.store);
  vi.spyOn(first.store, 'close').mockImplementationOnce(() => {
    close();
    throw new Error('disk I/O error');
  });
  await first.stop();
  expect(failures).toEqual(['Error: disk I/O error']);
  const second = await start(home);
  await second.stop();
});

test('a store that fails says which jobs wait for the next start', async () => {
  const home = newHome();
  onTestFinished(() => removeHome(home));
  const failures: string[] = [];
  const background = await start(home, (error) => void failures.push(String(error)));
  vi.spyOn(background.store.fineTunes, 'listOpen').mockImplementation(full);
  vi.spyOn(background.store.jobs, 'listOpen').mockImplementation(full);
  const cancel = {
    kind: 'cancel',
    id: `cancel-${randomUUID()}`,
    createdAt: 1,
    fineTuneId: randomUUID(),
  } as const;
  await putRequest(placesIn(home), cancel);
  await expect.poll(() => failures.join('\n')).toMatch(/Fine-tunes have stopped until the next start/u);
  await expect.poll(() => failures.join('\n')).toMatch(/Uploads have stopped until the next start/u);
  await background.stop();
});
