// Which columns are drawn: those in the window, those that stay, and the one that the cursor is in.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, type RefObject } from 'react';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { useRem } from './use-row-height.ts';
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
