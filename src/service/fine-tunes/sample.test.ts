import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, startEngine } from '#service/engine/engine.ts';
import { newHome, openWorkshop, removeHome } from '#service/jobs/testing/workshop.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(() => engine.close());

test('a new folder gets one sample, which begins at once, and never a second one', async () => {
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

test('nobody gets one who does not want it', async () => {
  const home = newHome();
  const workshop = await openWorkshop(engine, home);
  expect(workshop.background.store.fineTunes.list()).toEqual([]);
  await workshop.stop();
  removeHome(home);
});
