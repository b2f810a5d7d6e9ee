// Keyboard navigation of a grid.
import { rowAfterKey } from '#ui/row-after-key.ts';

/** Among visible rows and columns. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page Down moves. */
  readonly page: number;
}

/** Clamped; null for other keys. `Mod+`: Ctrl or command. */
export function cursorAfterKey(key: string, { row, column }: Cursor, size: GridSize): Cursor | null {
  if (size.rows === 0) return null;
  const last = Math.max(0, size.columns - 1);
  switch (key) {
    case 'ArrowRight':
      return { row, column: Math.min(last, column + 1) };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: last };
    case 'Mod+Home':
      return { row: 0, column: 0 };
    case 'Mod+End':
      return { row: size.rows - 1, column: last };
    default: {
      const next = rowAfterKey(key, row, size.rows, size.page);
      return next === null ? null : { row: next, column };
    }
  }
}
