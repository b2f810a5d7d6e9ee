// Which columns are in sight and in which order, and how that is changed. Pure.
import type { Column } from './column.ts';
import type { TableState } from './table-state.ts';

/** Ids of the columns in sight, in order. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: TableState['columns'],
): readonly string[] {
  return chosen ?? columns.filter(({ isDefaultHidden }) => !isDefaultHidden).map(({ id }) => id);
}

/** Ids of the columns that stay at the left. */
export function pinnedColumns<Row>(columns: readonly Column<Row>[], state: TableState): readonly string[] {
  return state.pinned ?? shownColumns(columns, state.columns).slice(0, 1);
}

/** Brings a column in at the end, or takes it out; the last one in sight stays. */
export function toggleColumn<Row>(
  columns: readonly Column<Row>[],
  state: TableState,
  id: string,
): TableState {
  const shown = shownColumns(columns, state.columns);
  if (!shown.includes(id)) return { ...state, columns: [...shown, id] };
  return shown.length === 1 ? state : { ...state, columns: shown.filter((each) => each !== id) };
}

/** Moves a column in sight to the place of another one. */
export function moveColumn<Row>(
  columns: readonly Column<Row>[],
  state: TableState,
  id: string,
  to: number,
): TableState {
  const shown = shownColumns(columns, state.columns);
  if (!shown.includes(id) || to < 0 || to >= shown.length) return state;
  return { ...state, columns: shown.filter((each) => each !== id).toSpliced(to, 0, id) };
}

/** Lets a column stay at the left, or lets it go. */
export function togglePin<Row>(columns: readonly Column<Row>[], state: TableState, id: string): TableState {
  const pinned = pinnedColumns(columns, state);
  return { ...state, pinned: pinned.includes(id) ? pinned.filter((each) => each !== id) : [...pinned, id] };
}
