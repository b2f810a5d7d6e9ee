// Table state to URL parameters and back.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type TableParams, readList, writeList } from './address-params.ts';
import { choiceOf, type OrderedColumn, maxWidth, minWidth } from './column-order.ts';
import {
  emptyState,
  defaultColumns,
  type ColumnChoice,
  type SortKey,
  type TableState,
  type ChangeTable,
} from './table-state.ts';

/** Drops others. */
export interface AddressScope {
  /** A minus before an id means descending. */
  readonly columns: readonly (OrderedColumn & { readonly facet?: boolean })[];
  readonly hides?: readonly { readonly id: string }[];
  /** Others, including none, are in the URL. */
  readonly defaultSort?: readonly SortKey[];
}

const maxPicked = 100;
const longest = 1000;

/** Never throws. */
export function readAddress(params: TableParams, scope: AddressScope): TableState {
  const ids = new Set(scope.columns.map(({ id }) => id));
  const known = (list: readonly string[]) => [...new Set(list)].filter((id) => ids.has(id));
  const filters: Record<string, string> = {};
  const facets: Record<string, readonly string[]> = {};
  for (const { id, facet } of scope.columns) {
    const typed = params[`f.${id}`]?.slice(0, longest);
    if (typed !== undefined && typed.trim() !== '') filters[id] = typed;
    const picked = params[`in.${id}`];
    if (facet && picked !== undefined) facets[id] = [...new Set(readList(picked))];
  }
  const hides = new Set(scope.hides?.map(({ id }) => id));
  return {
    ...emptyState,
    search: (params['q'] ?? '').slice(0, longest),
    filters,
    facets,
    sort: params['sort'] === undefined ? (scope.defaultSort ?? []) : readSort(params['sort'], ids),
    columns: readColumns(params, scope.columns, known),
    pinned: params['pin'] === undefined ? null : known(readList(params['pin'])),
    widths: readWidths(params['w'] ?? '', ids),
    picked: [...new Set(readList(params['cmp'] ?? ''))].filter(Boolean).slice(0, maxPicked),
    isOnlyDifferent: params['diff'] === 'only',
    hides: [...new Set(readList(params['hide'] ?? ''))].filter((id) => hides.has(id)),
  };
}

/** Omits defaults; constant order. */
export function writeAddress(state: TableState, scope: AddressScope): TableParams {
  const { search, filters, facets, sort, columns, pinned, widths, picked, isOnlyDifferent, hides } = state;
  const params: Record<string, string> = {};
  if (search !== '') params['q'] = search;
  for (const { id } of scope.columns) {
    const typed = filters[id];
    if (typed !== undefined) params[`f.${id}`] = typed;
    const values = facets[id];
    if (values !== undefined && values.length > 0) params[`in.${id}`] = writeList(values);
  }
  const order = writeSort(sort);
  if (order !== writeSort(scope.defaultSort ?? [])) params['sort'] = order;
  if (columns.shown.length > 0) params['with'] = writeList(columns.shown);
  if (columns.hidden.length > 0) params['without'] = writeList(columns.hidden);
  if (columns.order !== null) params['order'] = writeList(columns.order);
  if (pinned !== null) params['pin'] = writeList(pinned);
  const sizes = scope.columns.flatMap(({ id }) => (widths[id] === undefined ? [] : [`${id}:${widths[id]}`]));
  if (sizes.length > 0) params['w'] = writeList(sizes);
  if (picked.length > 0) params['cmp'] = writeList(picked);
  if (isOnlyDifferent) params['diff'] = 'only';
  if (hides.length > 0) params['hide'] = writeList(hides);
  return params;
}

// Older builds list all columns in `cols`.
function readColumns(
  params: TableParams,
  columns: AddressScope['columns'],
  known: (ids: readonly string[]) => string[],
): ColumnChoice {
  const listed = (name: string) => known(readList(params[name] ?? ''));
  const [shown, hidden, order] = [listed('with'), listed('without'), listed('order')];
  if (shown.length + hidden.length + order.length > 0)
    return { shown, hidden, order: order.length === 0 ? null : order };
  const all = listed('cols');
  return all.length === 0 ? defaultColumns : choiceOf(columns, all);
}

/** As in the address. */
export function writeSort(sort: readonly SortKey[]): string {
  return writeList(sort.map(({ id, isDescending }) => (isDescending ? `-${id}` : id)));
}

function readSort(text: string, ids: ReadonlySet<string>): SortKey[] {
  const keys = new Map<string, SortKey>();
  for (const part of readList(text)) {
    const isDescending = part.startsWith('-');
    const id = isDescending ? part.slice(1) : part;
    if (ids.has(id) && !keys.has(id)) keys.set(id, { id, isDescending });
  }
  return [...keys.values()];
}

function readWidths(text: string, ids: ReadonlySet<string>): Record<string, number> {
  const widths: Record<string, number> = {};
  for (const part of readList(text)) {
    const colon = part.lastIndexOf(':');
    const [id, width] = [part.slice(0, colon), Number(part.slice(colon + 1))];
    if (ids.has(id) && width >= minWidth && width <= maxWidth) widths[id] = Math.round(width);
  }
  return widths;
}

const pauseMs = 250;

/**
 * @param params changes elsewhere (back, a link) replace the state
 * @param onParams when typing pauses. The first ones are a history entry, so that Back leads to the plain
 * table.
 */
export function useAddressedState(
  params: TableParams,
  onParams: (params: TableParams, how: 'push' | 'replace') => void,
  scope: AddressScope,
): readonly [TableState, ChangeTable] {
  const address = textOf(params);
  const written = useRef(address);
  const [state, setState] = useState(() => readAddress(params, scope));
  // Our own last value comes back.
  const receive = useEffectEvent((received: string) => {
    if (received !== written.current) setState(readAddress(params, scope));
    written.current = received;
  });
  useLayoutEffect(() => receive(address), [address]);

  // Still mounted while the next page loads: writing would navigate back.
  const [path] = useState(() => location.pathname);
  const write = useEffectEvent((settled: TableState) => {
    if (location.pathname !== path) return;
    const next = writeAddress(settled, scope);
    written.current = textOf(next);
    if (written.current === address) return;
    onParams(next, Object.keys(params).length === 0 ? 'push' : 'replace');
  });
  useEffect(() => {
    const timer = setTimeout(() => write(state), pauseMs);
    return () => clearTimeout(timer);
  }, [state]);

  return [state, setState];
}

function textOf(params: TableParams): string {
  return JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
