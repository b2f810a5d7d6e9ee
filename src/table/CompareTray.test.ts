import { expect, test } from 'vitest';
import { compareRows } from './CompareTray.tsx';
import type { Column } from './column.ts';

interface Row {
  readonly atMs: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'at', head: 'Updated', kind: 'age', value: ({ atMs }) => atMs },
  { id: 'on', head: 'On', kind: 'age', value: ({ atMs }) => atMs, render: ({ atMs }) => `${atMs}` },
  { id: 'name', head: 'Name', kind: 'text', value: ({ name }) => name },
];

function differences(...ages: readonly number[]): readonly boolean[] {
  const rows = ages.map((age) => ({ atMs: 1e12 - age, name: `${age}` }));
  return compareRows(rows, columns, 1e12).map(({ isDifferent }) => isDifferent);
}

test('ages that read the same are no difference, but for the days beside them', () => {
  expect(differences(61_000, 62_000)).toEqual([false, false, true]);
  expect(differences(61_000, 122_000)).toEqual([true, true, true]);
  const day = 86_400_000;
  expect(differences(132 * day, 145 * day)).toEqual([false, true, true]);
});
