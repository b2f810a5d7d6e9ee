import { expect, test } from 'vitest';
import { lineageOf } from './lineage.ts';
import { parameterDifferences } from './parameter-difference.ts';

const [first, second, third] = [
  { id: 'ft-1', total_price: 2, model_output_name: 'acme/first' },
  { id: 'ft-2', total_price: 3, from_checkpoint: 'acme/first' },
  { id: 'ft-3', total_price: 4, from_checkpoint: 'ft-2:120' },
];
const cost = (job: { readonly total_price?: number | undefined }) => job.total_price ?? null;

test('a job is followed back to the first, by id and step or by the model that came out', () => {
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

test('a chain that bites its own tail comes to an end', () => {
  const loop = [
    { id: 'a', from_checkpoint: 'b' },
    { id: 'b', from_checkpoint: 'a' },
  ];
  expect(lineageOf({ id: 'a', from_checkpoint: 'b' }, loop, () => 1)).toMatchObject({ missing: 'a' });
});

const scheduler = (type: string) => ({ lr_scheduler_type: type, lr_scheduler_args: { min_lr_ratio: 0 } });

test('jobs differ in what was asked for, parts of a field by name', () => {
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

test('what became of a job, and what it is called, is no difference in what was asked for', () => {
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
