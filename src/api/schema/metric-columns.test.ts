import { expect, test } from 'vitest';
import { readMetricColumns } from './metric-columns.ts';

const row = { 'train/global_step': 3, 'train/epoch': 0.5, 'train/loss': 2, 'train/learning_rate': 0.1 };

test.each([
  ['bare', [row]],
  ['in metrics', { metrics: [row], next: null }],
])('a list sent %s is read into columns', (_, body) => {
  const columns = readMetricColumns(body);
  expect(Object.entries(columns ?? {}).map(([name, column]) => [name, column[0]])).toEqual([
    ['timesMs', Number.NaN],
    ['steps', 3],
    ['epochs', 0.5],
    ['learningRates', 0.1],
    ['trainLosses', 2],
    ['gradientNorms', Number.NaN],
    ['evalLosses', Number.NaN],
  ]);
});

test.each([[null], [{ data: [row] }], ['metrics'], [{ metrics: 'none' }]])('%j is not a list', (body) => {
  expect(readMetricColumns(body)).toBeNull();
});

test('elements that are not rows are left out, other values are unknown, and only losses may be infinite', () => {
  const columns = readMetricColumns([
    null,
    [row],
    'row',
    { 'train/global_step': '3', 'train/loss': null, 'train/epoch': {} },
    {
      'train/global_step': Infinity,
      'train/loss': -Infinity,
      'eval/loss': Infinity,
      'train/grad_norm': Infinity,
    },
    { 'train/epoch': Infinity, 'train/learning_rate': Infinity, timestamp: {} },
  ]);
  const { steps, epochs, learningRates, trainLosses, evalLosses, gradientNorms, timesMs } = columns ?? {};
  for (const unknown of [steps, epochs, learningRates, timesMs])
    expect(unknown).toEqual(new Float64Array(3).fill(NaN));
  expect([trainLosses, evalLosses, gradientNorms].map((column) => column?.join())).toEqual([
    'NaN,-Infinity,NaN',
    'NaN,Infinity,NaN',
    'NaN,Infinity,NaN',
  ]);
});
