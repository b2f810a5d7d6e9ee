import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FineTuneMetric, FineTune } from '#api/schema/fine-tune.ts';
import { startEngine, type Engine } from '#service/engine/engine.ts';
import {
  newHome,
  openWorkshop,
  removeHome,
  tinyLines,
  addTiny,
  type Workshop,
} from '#service/testing/workshop.ts';
import { planRates } from './planned-rate.ts';
import { totalSteps } from '#pages/fine-tunes/curves/step-times.ts';

const home = newHome();
let engine: Engine;
let workshop: Workshop;

beforeAll(async () => {
  engine = await startEngine();
  workshop = await openWorkshop(engine, home);
  await addTiny(workshop, engine);
});

afterAll(async () => {
  await workshop.stop();
  await engine.close();
  removeHome(home);
});

const Listed = z.object({ data: z.array(FineTune) });
const Measured = z.object({ metrics: z.array(FineTuneMetric) });

test.each(['linear', 'cosine'] as const)(
  'the %s plan matches the trainer of the service',
  async (scheduler) => {
    const plan = {
      scheduler,
      warmupRatio: 0.25,
      minLrRatio: 0.1,
      nEpochs: 4,
      batchSize: 1,
      learningRate: 3e-4,
    };
    const { id } = await workshop.queue(tinyLines(24), plan);
    await workshop.reach(id, 'completed');
    const list = Listed.parse(await (await workshop.get('/v1/fine-tunes')).json());
    const record = list.data.find((each) => each.id === id) ?? { id };
    const { metrics } = Measured.parse(await (await workshop.get(`/v1/fine-tunes/${id}/metrics`)).json());
    const actual = metrics.flatMap((row) => row['train/learning_rate'] ?? []);
    const planned = planRates(record, totalSteps({ record, events: record.events ?? [] }));
    if (!planned.isKnown) throw new Error(planned.formula);
    expect(planned.planned.rates).toHaveLength(actual.length);
    expect(planned.warmupSteps).toBeGreaterThan(1);
    for (const [index, rate] of planned.planned.rates.entries())
      expect(rate).toBeCloseTo(actual[index] ?? 0, 9);
  },
);

const record = {
  id: 'x',
  learning_rate: 1e-4,
  lr_scheduler: { lr_scheduler_type: 'cosine' },
  warmup_ratio: 0.1,
};

test('the plan is told without the noise of binary fractions', () => {
  const lr_scheduler = { lr_scheduler_type: 'cosine', lr_scheduler_args: { min_lr_ratio: 0.1 } };
  expect(planRates({ ...record, learning_rate: 1e-5, lr_scheduler }, 100).formula).toBe(
    '10 steps of warm-up to 0.00001, then half a cosine from 0.00001 to 0.000001 at step 100',
  );
});

test('a long plan is drawn with few points, including its corner', () => {
  const plan = planRates(record, 1_000_001);
  if (!plan.isKnown) throw new Error(plan.formula);
  const { steps, rates } = plan.planned;
  expect(steps.length).toBeLessThan(2_100);
  expect(steps).toContain(100_001);
  expect(Math.max(...rates)).toBe(1e-4);
  expect(steps.at(-1)).toBe(1_000_001);
});

test.each([
  [{}, null, 'The number of steps is not known.'],
  [{ learning_rate: undefined }, 10, 'The record has no learning rate.'],
  [{ lr_scheduler: undefined }, 10, 'The record has no scheduler.'],
  [{ lr_scheduler: { lr_scheduler_type: 'wsd' } }, 10, 'Schedulers of the type wsd are not drawn.'],
])('an unplannable schedule is reported: %o', (change, total, formula) => {
  expect(planRates({ ...record, ...change }, total)).toEqual({ isKnown: false, formula });
});

test('the plan of a training that ended early ends with it', () => {
  const linear = { id: 'f', learning_rate: 1, lr_scheduler: { lr_scheduler_type: 'linear' } };
  const stepsOf = (last: number | null) => {
    const plan = planRates(linear, 90, last);
    return plan.isKnown ? plan.planned.steps.at(-1) : null;
  };
  expect([stepsOf(null), stepsOf(10), stepsOf(0)]).toEqual([90, 10, undefined]);
});
