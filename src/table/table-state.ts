// Table state and its changes.
import type { Column } from './column.ts';

export interface SortKey {
  readonly id: string;
  readonly isDescending: boolean;
}

/** Against the defaults: columns added later are not hidden. */
export interface ColumnChoice {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  /** Null: the default. */
  readonly order: readonly string[] | null;
}

export interface TableState {
  /** Words; all must occur. */
  readonly search: string;
  /** With invalid text. */
  readonly filters: Readonly<Record<string, string>>;
  /** Empty for rows without a value. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** In order of precedence. */
  readonly sort: readonly SortKey[];
  readonly columns: ColumnChoice;
  /** Null: the first. */
  readonly pinned: readonly string[] | null;
  /** Pixels at the default font size. */
  readonly widths: Readonly<Record<string, number>>;
  readonly picked: readonly string[];
  readonly isOnlyDifferent: boolean;
  readonly hides: readonly string[];
}

/** Two quick changes must not lose one. */
export type ChangeTable = (change: (state: TableState) => TableState) => void;

export const defaultColumns: ColumnChoice = { shown: [], hidden: [], order: null };

export const emptyState: TableState = {
  search: '',
  filters: {},
  facets: {},
  sort: [],
  columns: defaultColumns,
  pinned: null,
  widths: {},
  picked: [],
  isOnlyDifferent: false,
  hides: [],
};

/** Ascending, descending, off. `isAdded` keeps other keys. */
export function turnSort(state: TableState, id: string, isAdded: boolean): TableState {
  const at = state.sort.findIndex((key) => key.id === id);
  const key = state.sort[at];
  const turned = key === undefined ? { id, isDescending: false } : { id, isDescending: true };
  const isOff = key?.isDescending ?? false;
  if (!isAdded) return { ...state, sort: isOff ? [] : [turned] };
  if (isOff) return { ...state, sort: state.sort.filter((each) => each.id !== id) };
  return { ...state, sort: at === -1 ? [...state.sort, turned] : state.sort.with(at, turned) };
}

export function setFilter(state: TableState, id: string, text: string): TableState {
  const { [id]: _, ...rest } = state.filters;
  return { ...state, filters: text.trim() === '' ? rest : { ...rest, [id]: text } };
}

export function toggleFacet(state: TableState, id: string, value: string): TableState {
  const { [id]: picked = [], ...rest } = state.facets;
  const left = toggled(picked, value);
  return { ...state, facets: left.length === 0 ? rest : { ...rest, [id]: left } };
}

export function clearFacet(state: TableState, id: string): TableState {
  const { [id]: _, ...rest } = state.facets;
  return { ...state, facets: rest };
}

export function togglePicked(state: TableState, id: string): TableState {
  return { ...state, picked: toggled(state.picked, id) };
}

export function toggleQuickFilter(state: TableState, id: string): TableState {
  return { ...state, hides: toggled(state.hides, id) };
}

function toggled(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}

/** Order and columns stay. */
export function showAll(state: TableState): TableState {
  return { ...state, search: '', filters: {}, facets: {}, hides: [] };
}

export function isFiltered({ search, filters, facets, hides }: TableState): boolean {
  return (
    search.trim() !== '' ||
    Object.keys(filters).length > 0 ||
    Object.keys(facets).length > 0 ||
    hides.length > 0
  );
}

export type OrderedColumn = Pick<Column<never>, 'id' | 'isDefaultHidden'>;

/** In order. Unnamed columns get their defaults; at least the first is visible. */
export function shownColumns(columns: readonly OrderedColumn[], choice: ColumnChoice): readonly string[] {
  const isShown = ({ id, isDefaultHidden }: OrderedColumn) =>
    choice.shown.includes(id) || (!isDefaultHidden && !choice.hidden.includes(id));
  const shown = inOrder(columns, choice.order).filter(isShown);
  return (shown.length === 0 ? columns.slice(0, 1) : shown).map(({ id }) => id);
}

export function pinnedColumns(
  columns: readonly OrderedColumn[],
  state: Pick<TableState, 'columns' | 'pinned'>,
): readonly string[] {
  return state.pinned ?? shownColumns(columns, state.columns).slice(0, 1);
}

/** The last visible column stays. */
export function toggleColumn(columns: readonly OrderedColumn[], state: TableState, id: string): TableState {
  const shown = shownColumns(columns, state.columns);
  const isShown = shown.includes(id);
  if (isShown && shown.length === 1) return state;
  const isDefault = columns.some((column) => column.id === id && !column.isDefaultHidden);
  const without = (ids: readonly string[]) => ids.filter((each) => each !== id);
  const choice = {
    ...state.columns,
    shown: without(state.columns.shown),
    hidden: without(state.columns.hidden),
  };
  if (isShown && isDefault) choice.hidden = [...choice.hidden, id];
  if (!isShown && !isDefault) choice.shown = [...choice.shown, id];
  return { ...state, columns: choice };
}

export function moveColumn(
  columns: readonly OrderedColumn[],
  state: TableState,
  id: string,
  to: number,
): TableState {
  const shown = shownColumns(columns, state.columns);
  if (!shown.includes(id) || to < 0 || to >= shown.length) return state;
  const order = shown.filter((each) => each !== id).toSpliced(to, 0, id);
  return { ...state, columns: { ...state.columns, order: nonDefaultOrder(columns, order) } };
}

export function togglePin(columns: readonly OrderedColumn[], state: TableState, id: string): TableState {
  return { ...state, pinned: toggled(pinnedColumns(columns, state), id) };
}

/** Shows exactly these. @param ids at least one */
export function choiceOf(columns: readonly OrderedColumn[], ids: readonly string[]): ColumnChoice {
  return {
    shown: columns
      .filter(({ id, isDefaultHidden }) => isDefaultHidden && ids.includes(id))
      .map(({ id }) => id),
    hidden: columns
      .filter(({ id, isDefaultHidden }) => !isDefaultHidden && !ids.includes(id))
      .map(({ id }) => id),
    order: nonDefaultOrder(columns, ids),
  };
}

/** Null if default. */
function nonDefaultOrder(
  columns: readonly OrderedColumn[],
  order: readonly string[],
): readonly string[] | null {
  const byDefault = columns.filter(({ id }) => order.includes(id)).map(({ id }) => id);
  return byDefault.join('\n') === order.join('\n') ? null : order;
}

/** Others follow their default predecessor. */
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

export const minWidth = 56;

export const maxWidth = 960;

/** Rounded, within bounds. */
export function setWidth(state: TableState, id: string, width: number): TableState {
  const bounded = Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
  return { ...state, widths: { ...state.widths, [id]: bounded } };
}
