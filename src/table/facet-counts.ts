// How many rows each value of a column has, among the rows that everything else lets through.
import { conditions, facetValue, type ArrangeState, type HideSwitch } from './arrange.ts';
import { columnValues } from './column-data.ts';
import type { Column } from './column.ts';

/** A value that can be picked; the empty text stands for rows without one. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** Most rows first, then by name; what is missing last. A value that only hidden rows have counts 0. */
export function facetCounts<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  column: Column<Row>,
  state: ArrangeState,
  hides: readonly HideSwitch<Row>[] = [],
): readonly FacetCount[] {
  const others = conditions(rows, columns, state, hides).filter(({ facetOf }) => facetOf !== column.id);
  const counts = new Map<string, number>();
  for (const value of state.facets[column.id] ?? []) counts.set(value, 0);
  for (const [index, value] of columnValues(rows, column).entries()) {
    const name = facetValue(value);
    const passes = others.every((condition) => condition.passes(index));
    counts.set(name, (counts.get(name) ?? 0) + Number(passes));
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (a, b) =>
        Number(a.value === '') - Number(b.value === '') || b.count - a.count || (a.value < b.value ? -1 : 1),
    );
}
