// Which columns are drawn: those in the window, those that stay, and the one that the cursor is in.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, type RefObject, useState } from 'react';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { pixelWidth, type PlacedColumn } from './placed-column.ts';

/** A drawn column and its place among all that are in sight of a reader, from 0. */
export interface DrawnColumn<Row> extends PlacedColumn<Row> {
  readonly place: number;
}

/** Columns beside the window that are drawn as well. */
const beside = 1;

/**
 * Another array only when another column comes into the window.
 * @param startRem what stands before the first column, in rem
 * @param cursorColumn drawn wherever it is, because the grid points at its cell
 */
export function useColumnWindow<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly PlacedColumn<Row>[],
  startRem: number,
  cursorColumn: number | null,
): readonly DrawnColumn<Row>[] {
  const isPrinting = useIsPrinting();
  const rem = useRem();
  // oxlint-disable-next-line react/incompatible-library -- its functions change what they answer, and nothing here memoizes them
  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => {
      const column = columns[place];
      return column ? pixelWidth(column, rem, innerWidth) : 0;
    },
    paddingStart: startRem * rem,
    overscan: beside,
    rangeExtractor: (range) => {
      const extra = columns.flatMap(({ left }, place) =>
        left !== null || place === cursorColumn ? [place] : [],
      );
      return [...new Set([...extra, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });

  // Another width of the window is told by the virtualizer, which watches its element.
  const windowWidth = innerWidth;
  useEffect(() => virtual.measure(), [columns, rem, windowWidth, virtual]);

  const places = virtual
    .getVirtualItems()
    .map(({ index }) => index)
    .join(' ');
  return useMemo(() => {
    if (isPrinting) return columns.map((column, place) => ({ ...column, place }));
    return places.split(' ').flatMap((text) => {
      const place = Number(text);
      const column = text === '' ? undefined : columns[place];
      return column === undefined ? [] : [{ ...column, place }];
    });
  }, [columns, places, isPrinting]);
}

/** 28 at the usual font size, 40 for fingers. */
export function useRowHeight(): number {
  return useMeasured(measureRow);
}

/** 16 at the usual font size. Read once and when something changes: to ask in each render costs a style of the page. */
function useRem(): number {
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

function measureRem(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Narrower than the style sheet's `tablet`. */
export function isPhone(): boolean {
  return matchMedia('not all and (min-width: 48rem)').matches;
}
