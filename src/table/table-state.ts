// Table state.

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
  const left = picked.includes(value) ? picked.filter((each) => each !== value) : [...picked, value];
  return { ...state, facets: left.length === 0 ? rest : { ...rest, [id]: left } };
}

export function clearFacet(state: TableState, id: string): TableState {
  const { [id]: _, ...rest } = state.facets;
  return { ...state, facets: rest };
}

export function togglePicked(state: TableState, id: string): TableState {
  const has = state.picked.includes(id);
  return { ...state, picked: has ? state.picked.filter((each) => each !== id) : [...state.picked, id] };
}

export function toggleQuickFilter(state: TableState, id: string): TableState {
  const has = state.hides.includes(id);
  return { ...state, hides: has ? state.hides.filter((each) => each !== id) : [...state.hides, id] };
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
