import { expect, test } from 'vitest';
import { compareRows } from './CompareTray.tsx';
import type { Column } from './column.ts';

interface Row {
  readonly atMs: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'at', head: 'Updated', kind: 'age', value: ({ atMs }) => atMs },
  { id: 'name', head: 'Name', kind: 'text', value: ({ name }) => name },
];

function differences(...ages: readonly number[]): readonly boolean[] {
  const rows = ages.map((age) => ({ atMs: 1e12 - age, name: `${age}` }));
  return compareRows(rows, columns, 1e12).map(({ isDifferent }) => isDifferent);
}

test('ages that read the same are no difference', () => {
  expect(differences(61_000, 62_000)).toEqual([false, true]);
  expect(differences(61_000, 122_000)).toEqual([true, true]);
});

function exact(column: Column<number>, ...prices: readonly number[]): boolean | undefined {
  return compareRows(prices, [column], 1e12)[0]?.isExact;
}

test('prices that differ but are rounded to the same text are shown whole', () => {
  const money: Column<number> = { id: 'price', head: 'Price', kind: 'money', value: (price) => price };
  const rounded = { ...money, format: (price: number) => price.toFixed(2) };
  const isExact = (...prices: readonly number[]) => exact(rounded, ...prices);
  expect(isExact(1.951, 1.952)).toBe(true);
  expect(isExact(1.95, 1.96)).toBe(false);
  expect(isExact(1.95, 1.95)).toBe(false);
  // Whole, they would be read as other than percent, minutes or dollars.
  const percent = {
    ...rounded,
    kind: 'number',
    format: (share: number) => `${Math.round(share * 100)} %`,
  } as const;
  expect(exact(percent, 0.421, 0.422)).toBe(false);
  expect(exact({ ...rounded, format: (price) => `$${price.toFixed(2)}` }, 1.951, 1.952)).toBe(false);
});
