// Column virtualization: visible, pinned and the cursor's columns.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, type RefObject, useState, useSyncExternalStore } from 'react';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { pixelWidth, type PlacedColumn } from './column-order.ts';

/** `place` is its 0-based index among the visible columns. */
export interface DrawnColumn<Row> extends PlacedColumn<Row> {
  readonly place: number;
}

/** Overscan: columns drawn beyond the window. */
const beside = 1;

/**
 * A new array only when the set of columns changes.
 * @param startRem width before the first column, in rem
 * @param cursorColumn always drawn, because the grid points at its cell
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

  // The virtualizer observes its element, so the window's width is handled there.
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

/** 28 at the default font size, 40 for touch. */
export function useRowHeight(): number {
  return useMeasured(measureRow);
}

/**
 * 16 at the default font size. Cached until something changes: reading it in each render forces a style
 * recalculation.
 */
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

// Narrower than the style sheet's `tablet`.
const phone = matchMedia('not all and (min-width: 48rem)');

export function isPhone(): boolean {
  return phone.matches;
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(onPhone, isPhone);
}

function onPhone(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}
