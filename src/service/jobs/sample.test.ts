import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Engine, startEngine } from '#service/engine/engine.ts';
import { putRequest } from './inbox.ts';
import { newHome, openWorkshop, removeHome } from '#service/testing/workshop.ts';
import { placesIn } from '#service/store/data-folder.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(() => engine.close());

test('a new folder gets one sample, which starts at once, and never a second one', async () => {
  const home = newHome();
  let workshop = await openWorkshop(engine, home, { sample: true });
  const { store } = workshop.background;
  const [sample] = store.fineTunes.list();
  expect(sample?.request).toMatchObject({
    model: 'inferdeck/tale-1m',
    trainingFile: { name: 'weather-reports.jsonl' },
  });
  await expect
    .poll(() => store.events.list(sample?.id ?? '').some(({ type }) => type === 'training_step'))
    .toBe(true);
  await workshop.cancel(sample?.id ?? '');
  await workshop.reach(sample?.id ?? '', 'cancelled');
  await workshop.stop();
  workshop = await openWorkshop(engine, home, { sample: true });
  expect(workshop.background.store.fineTunes.list().map(({ id }) => id)).toEqual([sample?.id]);
  await workshop.stop();
  removeHome(home);
});

test('no sample is added where it is switched off', async () => {
  const home = newHome();
  const workshop = await openWorkshop(engine, home);
  expect(workshop.background.store.fineTunes.list()).toEqual([]);
  await workshop.stop();
  removeHome(home);
});

test('a start that fails leaves nothing running', async () => {
  const home = newHome();
  const places = placesIn(home);
  // The folder of the sample's files cannot be made.
  writeFileSync(places.files, 'no folder');
  const upload = { modelName: 'acme/late', modelSource: 'late.bin', description: '' };
  const id = `job-${randomUUID()}`;
  await putRequest(places, { kind: 'model_upload', id, createdAt: 1, ...upload });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await expect(openWorkshop(engine, home, { sample: true })).rejects.toThrow('EEXIST');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  const workshop = await openWorkshop(engine, home);
  await expect.poll(() => workshop.background.store.jobs.find(id)?.status).toBe('Failed');
  expect(workshop.background.store.jobs.listUpdates(id).at(-1)?.message).toMatch(/not in the data folder/u);
  await workshop.stop();
  removeHome(home);
});
