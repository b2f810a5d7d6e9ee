// Which rows of a long list are drawn: those in view and a few around them.

/** Height of every row, CSS pixels. */
export const rowHeight = 28;

/** Rows drawn above and below what is in view, so that scrolling meets no gap. */
const overscan = 8;

/** The rows from `first` up to, not with, `end`. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** @param top how far the list is scrolled, @param height how much of it is in view; both CSS pixels */
export function rowsInView(top: number, height: number, rowCount: number): RowWindow {
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(rowCount, Math.ceil((top + height) / rowHeight) + overscan);
  return { first: Math.min(first, rowCount), end: Math.max(end, 0) };
}

/** Where the list must be scrolled to, so that a row is wholly in view; unchanged where it is. */
export function topThatShows(row: number, top: number, height: number): number {
  const rowTop = row * rowHeight;
  if (rowTop < top) return rowTop;
  return rowTop + rowHeight > top + height ? rowTop + rowHeight - height : top;
}

/** The row that a key moves to; null where the key means nothing here. */
export function rowAfterKey(
  key: string,
  row: number | null,
  rowCount: number,
  pageHeight: number,
): number | null {
  const page = Math.max(1, Math.floor(pageHeight / rowHeight) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: (row ?? -1) + 1,
    ArrowUp: (row ?? rowCount) - 1,
    PageDown: (row ?? 0) + page,
    PageUp: (row ?? rowCount) - page,
    Home: 0,
    End: rowCount - 1,
  };
  const next = moves[key];
  return next === undefined || rowCount === 0 ? null : Math.min(rowCount - 1, Math.max(0, next));
}
