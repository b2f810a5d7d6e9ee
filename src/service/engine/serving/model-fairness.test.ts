import { expect, it } from 'vitest';
import { startRequest } from './running-request.ts';
import { Scheduler } from './scheduler.ts';
import { serveModel } from './served-model.ts';
import { createTinyModel, serveTinyModel, tinyRequest } from './tiny-model.ts';

const large = serveTinyModel(40);

it.each([
  { name: 'of the same shape', small: serveModel('test/small', createTinyModel(), large.decoder) },
  { name: 'of another shape', small: serveTinyModel(4) },
])('gives a model every second step, however many choices run on another $name', ({ small }) => {
  const scheduler = new Scheduler();
  scheduler.add(startRequest(1, large, tinyRequest({ n: 128, maxTokens: 50 })));
  for (let step = 0; step < 5; step++) scheduler.step(0);
  scheduler.add(startRequest(2, small, tinyRequest({ maxTokens: 20 })));
  expect(scheduler.isInUse(small)).toBe(true);
  const steps: number[] = [];
  for (let step = 1; scheduler.isInUse(small); step++)
    for (const { id, events } of scheduler.step(0))
      if (id === 2) steps.push(...events.filter(({ kind }) => kind === 'token').map(() => step));
  expect(steps).toHaveLength(20);
  expect(steps.at(-1)).toBeLessThanOrEqual(2 * 20 + 2);
  expect(scheduler.isInUse(large)).toBe(true);
});
