// Which rows are shown and in which order: search, filters, facets, switches, then the sort keys. Pure, on plain arrays.
import { columnValues, sortKeys } from './column-data.ts';
import { isMissing, type CellValue, type Column } from './column.ts';
import { matcher } from './filter-match.ts';
import { parseFilter } from './filter.ts';
import { searchTexts } from './search-text.ts';
import type { TableState } from './table-state.ts';

/** A switch that takes rows out of sight, like "hide unavailable". */
export interface HideSwitch<Row> {
  readonly id: string;
  readonly label: string;
  readonly hides: (row: Row) => boolean;
}

/** The parts of the state that decide about rows. */
export type ArrangeState = Pick<TableState, 'search' | 'filters' | 'facets' | 'hides' | 'sort'>;

/** Indexes into `rows`, in the order of display. A filter that cannot be read hides nothing. */
export function arrange<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: ArrangeState,
  hides: readonly HideSwitch<Row>[] = [],
): readonly number[] {
  const tests = conditions(rows, columns, state, hides);
  const shown: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    if (tests.every(({ passes }) => passes(index))) shown.push(index);
  }
  return sorted(shown, rows, columns, state);
}

/** One condition on a row by its index; `columnId` where it is the facet of that column. */
export interface Condition {
  readonly facetOf?: string;
  readonly passes: (index: number) => boolean;
}

/** Every condition that is set. */
export function conditions<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: ArrangeState,
  hides: readonly HideSwitch<Row>[] = [],
): readonly Condition[] {
  const found: Condition[] = [];
  for (const each of hides) {
    if (!state.hides.includes(each.id)) continue;
    const hidden = rows.map((row) => each.hides(row));
    found.push({ passes: (index) => hidden[index] !== true });
  }
  for (const column of columns) {
    const picked = state.facets[column.id];
    if (picked !== undefined && picked.length > 0) {
      const values = columnValues(rows, column);
      const wanted = new Set(picked);
      found.push({ facetOf: column.id, passes: (index) => wanted.has(facetValue(values[index])) });
    }
    const parsed = parseFilter(state.filters[column.id] ?? '', column);
    if (parsed.ok && parsed.filter) {
      const values = columnValues(rows, column);
      const matches = matcher(parsed.filter);
      found.push({ passes: (index) => matches(values[index]) });
    }
  }
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    const texts = searchTexts(rows, columns);
    found.push({ passes: (index) => words.every((word) => texts[index]?.includes(word) === true) });
  }
  return found;
}

/** The name of a value among the facets: the empty text for what is missing. */
export function facetValue(value: CellValue): string {
  return isMissing(value) ? '' : String(value);
}

function sorted<Row>(
  shown: number[],
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort }: ArrangeState,
): readonly number[] {
  const orders = sort.flatMap(({ id, isDescending }) => {
    const column = columns.find((each) => each.id === id);
    return column ? [{ ...sortKeys(rows, column), direction: isDescending ? -1 : 1 }] : [];
  });
  if (orders.length === 0) return shown;
  return shown.sort((a, b) => {
    for (const { keys, groups, direction } of orders) {
      const group = (groups[a] ?? 0) - (groups[b] ?? 0);
      if (group !== 0) return group;
      const [keyA = 0, keyB = 0] = [keys[a], keys[b]];
      if (keyA !== keyB) return keyA < keyB ? -direction : direction;
    }
    return a - b;
  });
}
