// Column visibility, order and pinning. Pure.
import type { Column } from './column.ts';
import type { ColumnChoice, TableState } from './table-state.ts';

export type OrderedColumn = Pick<Column<never>, 'id' | 'isDefaultHidden'>;

/**
 * Ids of the visible columns, in order. A column not named in the choice gets its default visibility and
 * position; if none would be visible, the first is.
 */
export function shownColumns(columns: readonly OrderedColumn[], choice: ColumnChoice): readonly string[] {
  const isShown = ({ id, isDefaultHidden }: OrderedColumn) =>
    choice.shown.includes(id) || (!isDefaultHidden && !choice.hidden.includes(id));
  const shown = inOrder(columns, choice.order).filter(isShown);
  return (shown.length === 0 ? columns.slice(0, 1) : shown).map(({ id }) => id);
}

export function pinnedColumns(columns: readonly OrderedColumn[], state: TableState): readonly string[] {
  return state.pinned ?? shownColumns(columns, state.columns).slice(0, 1);
}

/** Shows a column at its position, or hides it; the last visible one stays. */
export function toggleColumn(columns: readonly OrderedColumn[], state: TableState, id: string): TableState {
  const shown = shownColumns(columns, state.columns);
  const isShown = shown.includes(id);
  if (isShown && shown.length === 1) return state;
  const isUsual = columns.some((column) => column.id === id && !column.isDefaultHidden);
  const without = (ids: readonly string[]) => ids.filter((each) => each !== id);
  const choice = {
    ...state.columns,
    shown: without(state.columns.shown),
    hidden: without(state.columns.hidden),
  };
  if (isShown && isUsual) choice.hidden = [...choice.hidden, id];
  if (!isShown && !isUsual) choice.shown = [...choice.shown, id];
  return { ...state, columns: choice };
}

/** Moves a visible column to the position of another. */
export function moveColumn(
  columns: readonly OrderedColumn[],
  state: TableState,
  id: string,
  to: number,
): TableState {
  const shown = shownColumns(columns, state.columns);
  if (!shown.includes(id) || to < 0 || to >= shown.length) return state;
  const order = shown.filter((each) => each !== id).toSpliced(to, 0, id);
  return { ...state, columns: { ...state.columns, order: saidOrder(columns, order) } };
}

/** Pins a column at the left, or unpins it. */
export function togglePin(columns: readonly OrderedColumn[], state: TableState, id: string): TableState {
  const pinned = pinnedColumns(columns, state);
  return { ...state, pinned: pinned.includes(id) ? pinned.filter((each) => each !== id) : [...pinned, id] };
}

/** The choice that makes exactly these columns visible. @param ids at least one */
export function choiceOf(columns: readonly OrderedColumn[], ids: readonly string[]): ColumnChoice {
  return {
    shown: columns
      .filter(({ id, isDefaultHidden }) => isDefaultHidden && ids.includes(id))
      .map(({ id }) => id),
    hidden: columns
      .filter(({ id, isDefaultHidden }) => !isDefaultHidden && !ids.includes(id))
      .map(({ id }) => id),
    order: saidOrder(columns, ids),
  };
}

/** Null if the order equals the default. */
function saidOrder(columns: readonly OrderedColumn[], order: readonly string[]): readonly string[] | null {
  const usual = columns.filter(({ id }) => order.includes(id)).map(({ id }) => id);
  return usual.join('\n') === order.join('\n') ? null : order;
}

/** All columns: those of the order in that order, every other behind its default predecessor. */
function inOrder(columns: readonly OrderedColumn[], order: ColumnChoice['order']): readonly OrderedColumn[] {
  if (order === null) return columns;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const placed = order.flatMap((id) => byId.get(id) ?? []);
  columns.forEach((column, index) => {
    if (placed.includes(column)) return;
    const before = columns[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  });
  return placed;
}
