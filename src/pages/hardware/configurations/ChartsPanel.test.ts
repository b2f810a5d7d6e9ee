import { expect, test } from 'vitest';
import { memoryFront, maxBars, maxLines, maxPoints, priceBars, scaling } from './ChartsPanel.tsx';
import { hardwareRows } from './hardware-row.ts';

const reading = { unit: 'hour', per: 'whole', replicas: 1 } as const;

function rowsOf(...configs: readonly (readonly [type: string, count: number, cents: number])[]) {
  const items = configs.map(([gpu_type, gpu_count, cents_per_minute]) => ({
    id: `${gpu_type}-${gpu_count}`,
    pricing: { cents_per_minute },
    specs: { gpu_type, gpu_count, gpu_memory: 80 },
  }));
  const all = { items, raw: items, unreadable: [], notes: [] };
  return hardwareRows({ all, offered: null, model: null });
}

test('bars rise by price, and a free configuration has none', () => {
  const { bars } = priceBars(rowsOf(['b', 1, 10], ['here', 1, 0], ['a', 1, 5]), reading);
  expect(bars.map(({ id, text }) => [id, text])).toEqual([
    ['a-1', '$3.00/h'],
    ['b-1', '$6.00/h'],
  ]);
});

test('a configuration that is not offered for the model has a gray bar, which says so', () => {
  const items = rowsOf(['a', 1, 5], ['b', 1, 10]).map(({ hardware }) => hardware);
  const listOf = (...some: typeof items) => ({ items: some, raw: some, unreadable: [], notes: [] });
  const rows = hardwareRows({ all: listOf(...items), offered: listOf(...items.slice(1)), model: 'm' });
  expect(priceBars(rows, reading).bars.map(({ text, isFaint }) => [text, isFaint])).toEqual([
    ['$3.00/h, not offered', true],
    ['$6.00/h', false],
  ]);
});

test('a card whose price grows faster than its count has a line, a proportional one is only named', () => {
  const { lines, inStep } = scaling(
    rowsOf(['a', 1, 10], ['a', 4, 48], ['a', 2, 20], ['b', 1, 3], ['b', 8, 24], ['c', 1, 1]),
  );
  expect(lines).toEqual([
    {
      id: '["a",null,80]',
      name: 'a 80 GB',
      points: [
        { count: 1, times: 1 },
        { count: 2, times: 1 },
        { count: 4, times: 1.2 },
      ],
    },
  ]);
  expect(inStep).toEqual(['b 80 GB']);
});

test('the front holds unbeaten configurations, by rising memory', () => {
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

test('with many configurations bars show the unbeaten ones, then the cheapest, and the open one', () => {
  const front = Array.from({ length: 5 }, (_, index) => ['front', index + 1, 100 + index] as const);
  const beaten = Array.from({ length: 200 }, (_, index) => [`beaten${index}`, 1, 101 + index] as const);
  const rows = rowsOf(...beaten, ...front);
  const { bars, leftOut } = priceBars(rows, reading, 'beaten150-1');
  expect([bars.length, leftOut]).toEqual([maxBars, 205 - maxBars]);
  const ids = new Set(bars.map(({ id }) => id));
  for (const id of ['front-1', 'front-5', 'beaten0-1', 'beaten150-1']) expect(ids).toContain(id);
  expect(ids).not.toContain('beaten100-1');
  expect(bars.map(({ value }) => value)).toEqual(
    bars.map(({ value }) => value).toSorted((one, other) => one - other),
  );
});

test('with many points and lines the most relevant are drawn, and the rest are counted', () => {
  const points = Array.from({ length: maxPoints + 10 }, (_, index) => [`p${index}`, 1, 20 + index] as const);
  const { front, others, leftOut } = memoryFront(rowsOf(['best', 1, 10], ...points), reading);
  expect([front.length, others.length, leftOut]).toEqual([1, maxPoints, 10]);
  expect(others.some(({ id }) => id === `p${maxPoints + 9}-1`)).toBe(false);

  const cards = Array.from({ length: maxLines + 3 }, (_, index) => `c${index}`);
  const scaled = scaling(
    rowsOf(...cards.flatMap((name, index) => [[name, 1, 10] as const, [name, 2, 21 + index] as const])),
  );
  expect([scaled.lines.length, scaled.leftOut]).toEqual([maxLines, 3]);
  expect(scaled.lines.some(({ name }) => name === 'c0 80 GB')).toBe(false);
});
