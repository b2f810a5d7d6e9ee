// Keyboard navigation of a grid.

/** Among visible rows and columns. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Clamped; null for other keys. `Mod+`: Ctrl or command. */
export function cursorAfterKey(key: string, from: Cursor, size: GridSize): Cursor | null {
  const moved = move(key, from, size);
  if (moved === null || size.rows === 0) return null;
  return { row: clamp(moved.row, size.rows), column: clamp(moved.column, size.columns) };
}

function move(key: string, { row, column }: Cursor, size: GridSize): Cursor | null {
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'PageDown':
      return { row: row + Math.max(1, size.page - 1), column };
    case 'PageUp':
      return { row: row - Math.max(1, size.page - 1), column };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: size.columns - 1 };
    case 'Mod+Home':
      return { row: 0, column: 0 };
    case 'Mod+End':
      return { row: size.rows - 1, column: size.columns - 1 };
    default:
      return null;
  }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
