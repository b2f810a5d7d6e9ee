import { expect, test } from 'vitest';
import { memoryFront, priceBars, scaling } from './chart-data.ts';
import { hardwareRows } from './hardware-row.ts';

const reading = { unit: 'hour', share: 'whole', replicas: 1 } as const;

function rowsOf(...configs: readonly (readonly [type: string, count: number, cents: number])[]) {
  const items = configs.map(([gpu_type, gpu_count, cents_per_minute]) => ({
    id: `${gpu_type}-${gpu_count}`,
    pricing: { cents_per_minute },
    specs: { gpu_type, gpu_count, gpu_memory: 80 },
  }));
  const all = { items, raw: items, unreadable: [], notes: [] };
  return hardwareRows({
    all,
    offered: null,
    choices: { model: null, replicas: 1, budget: null, need: null },
  });
}

test('bars rise by price, and what bills nothing has none', () => {
  const bars = priceBars(rowsOf(['b', 1, 10], ['here', 1, 0], ['a', 1, 5]), reading);
  expect(bars.map(({ id, text }) => [id, text])).toEqual([
    ['a-1', '$3.00/h'],
    ['b-1', '$6.00/h'],
  ]);
});

test('a card whose price grows faster than its number has a line, one in step is named', () => {
  const { lines, inStep } = scaling(
    rowsOf(['a', 1, 10], ['a', 4, 48], ['a', 2, 20], ['b', 1, 3], ['b', 8, 24], ['c', 1, 1]),
  );
  expect(lines).toEqual([
    {
      id: 'a',
      name: 'a',
      points: [
        { count: 1, times: 1 },
        { count: 2, times: 1 },
        { count: 4, times: 1.2 },
      ],
    },
  ]);
  expect(inStep).toEqual(['b']);
});

test('the front holds what nothing beats, by rising memory', () => {
  const { front, others } = memoryFront(
    rowsOf(['a', 2, 20], ['a', 1, 10], ['b', 1, 12], ['here', 1, 0]),
    reading,
  );
  expect(front.map(({ id, name, x }) => [id, name, x])).toEqual([
    ['a-1', '1× a', 80],
    ['a-2', '2× a', 160],
  ]);
  expect(others.map(({ id }) => id)).toEqual(['b-1']);
});
