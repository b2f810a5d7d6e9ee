// Column visibility, order and pinning.
import { type Column, isNumeric, type CellKind } from './column.ts';
import type { ColumnChoice, TableState } from './table-state.ts';

export type OrderedColumn = Pick<Column<never>, 'id' | 'isDefaultHidden'>;

/** In order. Unnamed columns get their defaults; at least the first is visible. */
export function shownColumns(columns: readonly OrderedColumn[], choice: ColumnChoice): readonly string[] {
  const isShown = ({ id, isDefaultHidden }: OrderedColumn) =>
    choice.shown.includes(id) || (!isDefaultHidden && !choice.hidden.includes(id));
  const shown = inOrder(columns, choice.order).filter(isShown);
  return (shown.length === 0 ? columns.slice(0, 1) : shown).map(({ id }) => id);
}

export function pinnedColumns(columns: readonly OrderedColumn[], state: TableState): readonly string[] {
  return state.pinned ?? shownColumns(columns, state.columns).slice(0, 1);
}

/** The last visible column stays. */
export function toggleColumn(columns: readonly OrderedColumn[], state: TableState, id: string): TableState {
  const shown = shownColumns(columns, state.columns);
  const isShown = shown.includes(id);
  if (isShown && shown.length === 1) return state;
  const isDefaultShown = columns.some((column) => column.id === id && !column.isDefaultHidden);
  const without = (ids: readonly string[]) => ids.filter((each) => each !== id);
  const choice = {
    ...state.columns,
    shown: without(state.columns.shown),
    hidden: without(state.columns.hidden),
  };
  if (isShown && isDefaultShown) choice.hidden = [...choice.hidden, id];
  if (!isShown && !isDefaultShown) choice.shown = [...choice.shown, id];
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
  const pinned = pinnedColumns(columns, state);
  return { ...state, pinned: pinned.includes(id) ? pinned.filter((each) => each !== id) : [...pinned, id] };
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
  const defaultOrder = columns.filter(({ id }) => order.includes(id)).map(({ id }) => id);
  return defaultOrder.join('\n') === order.join('\n') ? null : order;
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

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  /** Pixels at the default font size. */
  readonly width: number;
  /** The same as CSS length. */
  readonly cssWidth: string;
  /** CSS length; null for a column that scrolls. */
  readonly left: string | null;
  readonly isNumeric: boolean;
}

export const minWidth = 56;

export const maxWidth = 960;

const defaultWidths: Readonly<Record<CellKind, number>> = {
  id: 260,
  text: 160,
  number: 112,
  money: 112,
  date: 112,
  age: 112,
  status: 136,
  custom: 160,
};

export function defaultWidth<Row>(column: Column<Row>): number {
  return column.width ?? defaultWidths[column.kind];
}

/** Of the checkboxes, rem. */
export const pickRem = 2;

const pickWidth = `${pickRem}rem`;

/** Pinned ones take at most half of a phone's width. */
export function placeColumns<Row>(
  columns: readonly { readonly column: Column<Row>; readonly width: number }[],
  pinnedCount: number,
  hasPicks: boolean,
): readonly PlacedColumn<Row>[] {
  const before = hasPicks ? [pickWidth] : [];
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ column, width }, index) => {
    const isPinned = index < pinnedCount;
    const left = before.length === 0 ? '0px' : `calc(${before.join(' + ')})`;
    const isOwn = width !== defaultWidth(column);
    const own =
      column.widest === undefined || isOwn
        ? inRem(width)
        : `clamp(${inRem(width)}, 100vw - ${inRem(all - width)} - ${besideRem}rem, ${inRem(column.widest)})`;
    const cssWidth = isPinned ? `min(${own}, ${pinnedShare * 100}vw)` : own;
    if (isPinned) before.push(cssWidth);
    return { column, width, cssWidth, left: isPinned ? left : null, isNumeric: isNumeric(column.kind) };
  });
}

export function gridTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  return [...(hasPicks ? [pickWidth] : []), ...placed.map(({ cssWidth }) => cssWidth)].join(' ');
}

/** CSS length of what stays at the left. */
export function pinnedWidth<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  const pinned = placed.filter(({ left }) => left !== null);
  const widths = pinned.map(({ cssWidth }) => cssWidth);
  return `calc(${[hasPicks ? pickWidth : '0px', ...widths].join(' + ')})`;
}

/** A line between what stays and what scrolls under it. @param place from 0, -1 for the checkboxes */
export function pinnedEdge<Row>(placed: readonly PlacedColumn<Row>[], place: number): string {
  const isLast = placed[place]?.left !== null && placed[place + 1]?.left === null;
  return isLast ? 'border-r border-line' : '';
}

/** All columns share the page's width. */
export function printTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  // Most words and every number stay whole, as far as there is room.
  const least = `min(12ch, ${Math.floor(90 / placed.length)}%)`;
  return [
    ...(hasPicks ? [pickWidth] : []),
    ...placed.map(({ width }) => `minmax(${least}, ${width}fr)`),
  ].join(' ');
}

function inRem(width: number): string {
  return `${width / 16}rem`;
}

/** Checkboxes and a scrollbar. */
const besideRem = pickRem + 1;

/** Of the window, for a pinned column. */
const pinnedShare = 0.44;

/** @param rem pixels of the page's font size */
export function pixelWidth<Row>(
  { width, left }: PlacedColumn<Row>,
  rem: number,
  windowWidth: number,
): number {
  const px = (width / 16) * rem;
  return left === null ? px : Math.min(px, pinnedShare * windowWidth);
}

/** Within bounds. @param width pixels at the default font size */
export function withWidth(state: TableState, id: string, width: number): TableState {
  const bounded = Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
  return { ...state, widths: { ...state.widths, [id]: bounded } };
}
