// A column at its place: how wide it is and, when it stays at the left, how far from the edge.
import { isNumeric, type CellKind, type Column } from './column.ts';

/** A visible column, in the order of display. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  /** Pixels at the usual font size. */
  readonly width: number;
  /** CSS length from the left edge; null for a column that scrolls. */
  readonly left: string | null;
  readonly isNumeric: boolean;
}

/** The least that a column can be narrowed to. */
export const minWidth = 56;

/** The most. */
export const maxWidth = 960;

const usual: Readonly<Record<CellKind, number>> = {
  id: 260,
  text: 160,
  number: 112,
  money: 112,
  date: 112,
  age: 112,
  status: 136,
  custom: 160,
};

/** The width that a column comes with. */
export function usualWidth<Row>(column: Column<Row>): number {
  return column.width ?? usual[column.kind];
}

/** Room for the box that picks a row, in rem. */
export const pickRem = 2;

const pickWidth = `${pickRem}rem`;

/** Places columns; the first `pinnedCount` stay at the left, and never take more than half of a phone. */
export function placeColumns<Row>(
  columns: readonly { readonly column: Column<Row>; readonly width: number }[],
  pinnedCount: number,
  hasPicks: boolean,
): readonly PlacedColumn<Row>[] {
  const before = hasPicks ? [pickWidth] : [];
  return columns.map(({ column, width }, index) => {
    const isPinned = index < pinnedCount;
    const left = before.length === 0 ? '0px' : `calc(${before.join(' + ')})`;
    if (isPinned) before.push(cssWidth(width, true));
    return { column, width, left: isPinned ? left : null, isNumeric: isNumeric(column.kind) };
  });
}

/** The columns as `grid-template-columns`. */
export function gridTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  return [
    ...(hasPicks ? [pickWidth] : []),
    ...placed.map(({ width, left }) => cssWidth(width, left !== null)),
  ].join(' ');
}

/** The same columns on paper, where all of them share its width. */
export function printTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  return [...(hasPicks ? [pickWidth] : []), ...placed.map(({ width }) => `minmax(0, ${width}fr)`)].join(' ');
}

function cssWidth(width: number, isPinned: boolean): string {
  return isPinned ? `min(${width / 16}rem, ${pinnedShare * 100}vw)` : `${width / 16}rem`;
}

/** The most that a column which stays takes of the window. */
const pinnedShare = 0.44;

/** The same width in pixels. @param rem pixels of the page's font size */
export function pixelWidth<Row>(
  { width, left }: PlacedColumn<Row>,
  rem: number,
  windowWidth: number,
): number {
  const px = (width / 16) * rem;
  return left === null ? px : Math.min(px, pinnedShare * windowWidth);
}
