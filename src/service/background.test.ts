import { expect, onTestFinished, test, vi } from 'vitest';
import { startBackground } from './assembly.ts';
import { newHome, removeHome } from '#service/testing/workshop.ts';

const nothing = () => Promise.resolve();

function start(home: string) {
  const engine = {
    models: () => [],
    addModel: nothing,
    loadModel: nothing,
    removeModel: nothing,
    complete: () => expect.fail('nothing is to be completed'),
  };
  return startBackground({ home, engine, sample: false, onFailure: (error) => expect.fail(String(error)) });
}

test('a store that cannot be closed is reported and does not lock the folder against the next start', async () => {
  const home = newHome();
  onTestFinished(() => removeHome(home));
  const first = await start(home);
  const close = first.store.close.bind(first.store);
  vi.spyOn(first.store, 'close').mockImplementationOnce(() => {
    close();
    throw new Error('disk I/O error');
  });
  await expect(first.stop()).rejects.toThrow('disk I/O error');
  const second = await start(home);
  await second.stop();
});
