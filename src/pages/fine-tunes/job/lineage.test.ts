import { expect, test } from 'vitest';
import { throughput } from '#pages/fine-tunes/charts/track.ts';
import { sourceOf } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { parameterDifferences } from './record-fields.ts';
import { curvesOf, lossOf, startMs } from '#pages/fine-tunes/testing/facts.ts';
import { lineageOf, parentOf, stitch, type ChainPart } from './lineage.ts';

const [first, second, third] = [
  { id: 'ft-1', total_price: 2, model_output_name: 'acme/first' },
  { id: 'ft-2', total_price: 3, from_checkpoint: 'acme/first' },
  { id: 'ft-3', total_price: 4, from_checkpoint: 'ft-2:120' },
];
const cost = (job: { readonly total_price?: number | undefined }) => job.total_price ?? null;

test('a job is traced back to the first, by id and step or by its output model', () => {
  const lineage = lineageOf(third, [first, second, third], cost);
  expect(lineage.chain.map(({ job, fromStep }) => [job.id, fromStep])).toEqual([
    ['ft-1', null],
    ['ft-2', null],
    ['ft-3', 120],
  ]);
  expect(lineage.cost).toEqual({ value: 9, formula: '2 + 3 + 4 = 9' });
});

test('an ancestor that is not listed leaves the sum unknown', () => {
  expect(lineageOf(third, [third], cost)).toMatchObject({ missing: 'ft-2:120', cost: { value: null } });
  expect(lineageOf({ ...third, total_price: undefined }, [first, second], cost).cost.formula).toBe(
    'The cost of ft-3 is not known.',
  );
});

test('a run continues a checkpoint of another, which may not be listed, or nothing', () => {
  expect(parentOf(third, [first, second, third])).toEqual({ job: second, step: 120 });
  expect(parentOf(third, [third])).toEqual({ job: null, step: 120 });
  expect(parentOf(first, [first, second, third])).toBeNull();
});

test('a cyclic chain ends', () => {
  const loop = [
    { id: 'a', from_checkpoint: 'b' },
    { id: 'b', from_checkpoint: 'a' },
  ];
  expect(lineageOf({ id: 'a', from_checkpoint: 'b' }, loop, () => 1)).toMatchObject({ missing: 'a' });
});

const scheduler = (type: string) => ({ lr_scheduler_type: type, lr_scheduler_args: { min_lr_ratio: 0 } });

test('jobs differ in their parameters, and nested fields are compared by name', () => {
  const differences = parameterDifferences(
    {
      id: 'a',
      n_epochs: 1,
      eval_steps: 20,
      learning_rate: 1e-4,
      lr_scheduler: scheduler('linear'),
      status: 'completed',
    },
    { id: 'b', n_epochs: 1, learning_rate: 2e-4, lr_scheduler: scheduler('cosine'), weight_decay: 0 },
  );
  expect(differences).toEqual([
    { field: 'eval_steps', before: 20, after: undefined },
    { field: 'learning_rate', before: 1e-4, after: 2e-4 },
    { field: 'lr_scheduler.lr_scheduler_type', before: 'linear', after: 'cosine' },
    { field: 'weight_decay', before: undefined, after: 0 },
  ]);
});

test('the outcome and the name of a job are not compared', () => {
  const done = {
    status: 'completed',
    total_price: 5,
    total_steps: 9,
    queue_depth: 1,
    wandb_url: 'https://a.b',
  };
  expect(
    parameterDifferences({ id: 'a', model_output_name: 'x', ...done }, { id: 'b', trainingfile_size: 7 }),
  ).toEqual([{ field: 'trainingfile_size', before: undefined, after: 7 }]);
});

const parent: ChainPart = { name: 'ft-1', curves: lossOf([9, 8, 7, 6, 5]), untilStep: 3 };
const child: ChainPart = { name: 'ft-2', curves: lossOf([4, 3]), untilStep: null };

const lineOf = (parts: readonly ChainPart[]) => {
  const segment = stitch(parts).curves.curves.get('train loss')?.[0];
  return Array.from(segment?.steps ?? [], (step, index) => [step, segment?.values[index]]);
};

test('the curve of a parent ends at the fork, and the steps of its child continue its count', () => {
  expect(lineOf([parent, child])).toEqual([
    [1, 9],
    [2, 8],
    [3, 7],
    [4, 4],
    [5, 3],
  ]);
  expect(stitch([parent, child]).offsets).toEqual([0, 3]);
});

test('a child of a final model continues from the last step, over any number of jobs', () => {
  const whole = stitch([{ ...parent, untilStep: null }, { ...child, untilStep: 1 }, child]);
  expect(whole.offsets).toEqual([0, 5, 6]);
  expect([...(whole.curves.curves.get('train loss')?.[0]?.steps ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('steps that a restart discarded are left out', () => {
  const restarted = curvesOf({
    'train loss': [
      [1, 9],
      [2, 8],
      [3, 7],
      [2, 7.5],
      [3, 6.5],
    ],
  });
  expect(lineOf([{ name: 'ft-1', curves: restarted, untilStep: null }, child])).toEqual([
    [1, 9],
    [2, 7.5],
    [3, 6.5],
    [4, 4],
    [5, 3],
  ]);
});

/** A step takes a second. */
const stepsFrom = (values: readonly number[], fromMs: number) =>
  collectCurves(
    'test',
    values.map((value, index) => {
      const timeMs = fromMs + index * 1_000;
      return { name: 'train loss' as const, step: index + 1, value, timeMs, line: index + 1 };
    }),
  );

test('the wait between two jobs does not count in their throughput', () => {
  const { curves } = stitch([
    { name: 'ft-1', curves: stepsFrom([9, 8, 7], startMs), untilStep: null },
    { name: 'ft-2', curves: stepsFrom([6, 5], startMs + 3_600_000), untilStep: null },
  ]);
  const [segment] = throughput(curves, null);
  expect([...(segment?.steps ?? [])]).toEqual([2, 3, 5]);
  expect([...(segment?.values ?? [])]).toEqual([60, 60, 60]);
});

test('every point keeps its job, source and time, and a job without curves keeps its steps', () => {
  const { curves } = stitch([parent, { name: 'ft-x', curves: curvesOf({}), untilStep: 10 }, child]);
  const segment = curves.curves.get('train loss')?.[0];
  if (segment === undefined) throw new Error('no curve');
  expect([0, 3].map((index) => sourceOf(curves, segment, index))).toEqual([
    'ft-1 test, row 1',
    'ft-2 test, row 1',
  ]);
  expect([...segment.steps]).toEqual([1, 2, 3, 14, 15]);
  expect(segment.timesMs[3]).toBe(startMs + 1_000);
});
