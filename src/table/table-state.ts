// Everything that a reader has set in a table, as one plain value; the address is made from it (address.ts).

/** One key of the order. */
export interface SortKey {
  readonly id: string;
  readonly isDescending: boolean;
}

/** What differs from the columns that the table comes with, so that one which comes later is not shut out. */
export interface ColumnChoice {
  /** Brought in although they come out of sight. */
  readonly shown: readonly string[];
  /** Taken out although they come in sight. */
  readonly hidden: readonly string[];
  /** The order of these among themselves; null: as the table comes. */
  readonly order: readonly string[] | null;
}

/** What is set in a table. Columns are named by id. */
export interface TableState {
  /** Words that a row must contain, all of them, anywhere. */
  readonly search: string;
  /** What is typed under a head, by column; wrong texts too. */
  readonly filters: Readonly<Record<string, string>>;
  /** Picked values by column; the empty text stands for rows without a value. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** The first key decides first. */
  readonly sort: readonly SortKey[];
  readonly columns: ColumnChoice;
  /** Columns that stay at the left; null: the first. */
  readonly pinned: readonly string[] | null;
  /** Widths that were changed, in pixels at the usual font size. */
  readonly widths: Readonly<Record<string, number>>;
  /** Ids of rows picked for comparison. */
  readonly picked: readonly string[];
  /** The comparison has only the fields in which picked rows differ. */
  readonly isOnlyDifferent: boolean;
  /** Switches that are on and hide rows. */
  readonly hides: readonly string[];
}

/** Changes the state from what it is at that moment, so that two quick changes never lose one. */
export type ChangeTable = (change: (state: TableState) => TableState) => void;

/** Columns as the table comes. */
export const usualColumns: ColumnChoice = { shown: [], hidden: [], order: null };

/** Nothing is set. */
export const emptyState: TableState = {
  search: '',
  filters: {},
  facets: {},
  sort: [],
  columns: usualColumns,
  pinned: null,
  widths: {},
  picked: [],
  isOnlyDifferent: false,
  hides: [],
};

/** A head is pressed: ascending, descending, off. With `isAdded` the other keys stay, else this is the only one. */
export function turnSort(state: TableState, id: string, isAdded: boolean): TableState {
  const at = state.sort.findIndex((key) => key.id === id);
  const key = state.sort[at];
  const turned = key === undefined ? { id, isDescending: false } : { id, isDescending: true };
  const isOff = key?.isDescending ?? false;
  if (!isAdded) return { ...state, sort: isOff ? [] : [turned] };
  if (isOff) return { ...state, sort: state.sort.filter((each) => each.id !== id) };
  return { ...state, sort: at === -1 ? [...state.sort, turned] : state.sort.with(at, turned) };
}

/** Types into the filter of a column. */
export function setFilter(state: TableState, id: string, text: string): TableState {
  const { [id]: _, ...rest } = state.filters;
  return { ...state, filters: text.trim() === '' ? rest : { ...rest, [id]: text } };
}

/** Picks a value of a column, or takes it back. */
export function toggleFacet(state: TableState, id: string, value: string): TableState {
  const { [id]: picked = [], ...rest } = state.facets;
  const left = picked.includes(value) ? picked.filter((each) => each !== value) : [...picked, value];
  return { ...state, facets: left.length === 0 ? rest : { ...rest, [id]: left } };
}

/** Picks any value of a column again. */
export function clearFacet(state: TableState, id: string): TableState {
  const { [id]: _, ...rest } = state.facets;
  return { ...state, facets: rest };
}

/** Picks a row for comparison, or takes it back. */
export function togglePicked(state: TableState, id: string): TableState {
  const has = state.picked.includes(id);
  return { ...state, picked: has ? state.picked.filter((each) => each !== id) : [...state.picked, id] };
}

/** Turns a switch that hides rows. */
export function toggleHide(state: TableState, id: string): TableState {
  const has = state.hides.includes(id);
  return { ...state, hides: has ? state.hides.filter((each) => each !== id) : [...state.hides, id] };
}

/** Nothing hides a row any more; order and columns stay. */
export function showAll(state: TableState): TableState {
  return { ...state, search: '', filters: {}, facets: {}, hides: [] };
}

/** Whether anything can hide a row. */
export function isFiltered({ search, filters, facets, hides }: TableState): boolean {
  return (
    search.trim() !== '' ||
    Object.keys(filters).length > 0 ||
    Object.keys(facets).length > 0 ||
    hides.length > 0
  );
}
