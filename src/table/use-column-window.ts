// Column virtualization.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, type RefObject, useState } from 'react';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { touch } from '#ui/use-media.ts';
import { pixelWidth, type PlacedColumn } from './column-order.ts';

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
    const handleChange = () => setSize(measure());
    touch.addEventListener('change', handleChange);
    addEventListener('resize', handleChange);
    return () => {
      touch.removeEventListener('change', handleChange);
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
