// Column layout: widths, pinning offsets and grid templates.
import { isNumeric, type CellKind, type Column } from './column.ts';

/** A visible column, in display order. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  /** Pixels at the default font size. */
  readonly width: number;
  /** CSS length from the left edge; null for a column that scrolls. */
  readonly left: string | null;
  readonly isNumeric: boolean;
}

export const minWidth = 56;

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

export function defaultWidth<Row>(column: Column<Row>): number {
  return column.width ?? usual[column.kind];
}

/** Width of the column of checkboxes, in rem. */
export const pickRem = 2;

const pickWidth = `${pickRem}rem`;

/** The first `pinnedCount` are pinned, and take at most half of a phone's width. */
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

/** The same for print, where all columns share the page's width. */
export function printTemplate<Row>(placed: readonly PlacedColumn<Row>[], hasPicks: boolean): string {
  return [...(hasPicks ? [pickWidth] : []), ...placed.map(({ width }) => `minmax(0, ${width}fr)`)].join(' ');
}

function cssWidth(width: number, isPinned: boolean): string {
  return isPinned ? `min(${width / 16}rem, ${pinnedShare * 100}vw)` : `${width / 16}rem`;
}

/** The maximum share of the window for a pinned column. */
const pinnedShare = 0.44;

/** The width in pixels. @param rem pixels of the page's font size */
export function pixelWidth<Row>(
  { width, left }: PlacedColumn<Row>,
  rem: number,
  windowWidth: number,
): number {
  const px = (width / 16) * rem;
  return left === null ? px : Math.min(px, pinnedShare * windowWidth);
}
