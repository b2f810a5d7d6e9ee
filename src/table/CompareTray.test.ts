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

test('ages that read the same are no difference', () => {
  const differences = (...ages: readonly number[]) =>
    compareRows(
      ages.map((age) => ({ atMs: 1e12 - age, name: `${age}` })),
      columns,
      1e12,
    ).map(({ isDifferent }) => isDifferent);
  expect(differences(61_000, 62_000)).toEqual([false, true]);
  expect(differences(61_000, 122_000)).toEqual([true, true]);
});
