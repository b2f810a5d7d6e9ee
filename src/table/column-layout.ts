// Column layout: placement, widths, virtualization, print.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState, useSyncExternalStore, type RefObject } from 'react';
import type { CellKind, Column } from './column.ts';
import { pinnedColumns, shownColumns, type TableState } from './table-state.ts';

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  /** Pixels at the default font size. */
  readonly width: number;
  /** CSS length; null for a column that scrolls. */
  readonly left: string | null;
}

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

/** Of the checkboxes, rem. */
export const pickRem = 2;

const pickWidth = `${pickRem}rem`;

/** Pinned ones first, at most half of a phone's width each. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  state: Pick<TableState, 'columns' | 'pinned' | 'widths'>,
  hasPicks: boolean,
): readonly PlacedColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = shownColumns(columns, state.columns);
  const pinned = pinnedColumns(columns, state).filter((id) => shown.includes(id));
  const before = hasPicks ? [pickWidth] : [];
  return [...new Set([...pinned, ...shown])].flatMap((id, index) => {
    const column = byId.get(id);
    if (column === undefined) return [];
    const width = state.widths[id] ?? column.width ?? defaultWidths[column.kind];
    const isPinned = index < pinned.length;
    const left = before.length === 0 ? '0px' : `calc(${before.join(' + ')})`;
    if (isPinned) before.push(cssWidth(width, true));
    return [{ column, width, left: isPinned ? left : null }];
  });
}

export function gridTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  return [
    ...(hasPicks ? [pickWidth] : []),
    ...placed.map(({ width, left }) => cssWidth(width, left !== null)),
  ].join(' ');
}

/** All columns share the page's width. */
export function printTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  return [...(hasPicks ? [pickWidth] : []), ...placed.map(({ width }) => `minmax(0, ${width}fr)`)].join(' ');
}

function cssWidth(width: number, isPinned: boolean): string {
  return isPinned ? `min(${width / 16}rem, ${pinnedShare * 100}vw)` : `${width / 16}rem`;
}

/** Of the window, for a pinned column. */
const pinnedShare = 0.44;

/** @param rem pixels of the page's font size */
function pixelWidth<Row>({ width, left }: PlacedColumn<Row>, rem: number, windowWidth: number): number {
  const px = (width / 16) * rem;
  return left === null ? px : Math.min(px, pinnedShare * windowWidth);
}

/** `place`: from 0, among visible columns. */
export interface DrawnColumn<Row> extends PlacedColumn<Row> {
  readonly place: number;
}

/**
 * Also pinned ones; a new array only when the set changes.
 * @param startRem before the first column
 * @param cursorColumn always drawn: the grid points at its cell
 */
export function useColumnWindow<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly PlacedColumn<Row>[],
  startRem: number,
  cursorColumn: number | null,
): readonly DrawnColumn<Row>[] {
  const rem = useRem();
  const windowWidth = useMeasured(measureWindow);
  const widths = useMemo(
    () => columns.map((column) => pixelWidth(column, rem, windowWidth)),
    [columns, rem, windowWidth],
  );
  const always = columns.flatMap(({ left }, place) =>
    left !== null || place === cursorColumn ? [place] : [],
  );
  const places = useDrawnPlaces(scroller, widths, startRem * rem, always);
  return useMemo(
    () =>
      places.flatMap((place) => {
        const column = columns[place];
        return column === undefined ? [] : [{ ...column, place }];
      }),
    [columns, places],
  );
}

/** Overscan. */
const beside = 1;

/**
 * From 0, all of them in print. A new array only when the set changes.
 * @param widths pixels; @param start pixels before the first; @param always drawn anyway
 */
export function useDrawnPlaces(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  start: number,
  always: readonly number[],
): readonly number[] {
  const isPrinting = useIsPrinting();
  // oxlint-disable-next-line react/incompatible-library -- its results change, and nothing here memoizes them
  const virtual = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => widths[place] ?? 0,
    paddingStart: start,
    overscan: beside,
    rangeExtractor: (range) =>
      [...new Set([...always, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  });
  useEffect(() => virtual.measure(), [widths, start, virtual]);
  const drawn = virtual
    .getVirtualItems()
    .map(({ index }) => index)
    .join(' ');
  return useMemo(() => {
    if (isPrinting) return widths.map((_, place) => place);
    return drawn === '' ? [] : drawn.split(' ').map(Number);
  }, [widths, drawn, isPrinting]);
}

/** 28, 40 for touch. */
export function useRowHeight(): number {
  return useMeasured(measureRow);
}

/** 16 by default. Reading it in each render forces a style recalculation. */
export function useRem(): number {
  return useMeasured(measureRem);
}

function useMeasured(measure: () => number): number {
  const [size, setSize] = useState(measure);
  useEffect(() => {
    const pointer = matchMedia('(pointer: coarse)');
    const handleChange = () => setSize(measure());
    pointer.addEventListener('change', handleChange);
    addEventListener('resize', handleChange);
    return () => {
      pointer.removeEventListener('change', handleChange);
      removeEventListener('resize', handleChange);
    };
  }, [measure]);
  return size;
}

function measureRow(): number {
  const style = getComputedStyle(document.documentElement);
  return parseFloat(style.getPropertyValue('--control')) * parseFloat(style.fontSize);
}

function measureWindow(): number {
  return innerWidth;
}

function measureRem(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** From before the print layout until the end. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribeToPrinting, () => isPrinting || paper.matches);
}

const paper = matchMedia('print');
let isPrinting = false;

// Some browsers only fire the event, others only change the media query.
function subscribeToPrinting(listener: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    listener();
  };
  const end = () => {
    isPrinting = false;
    listener();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}
