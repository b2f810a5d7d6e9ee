// Where a key moves the cursor among the rows of a tree.
import type { BraidRow } from './rows.ts';

/** Rows that Page Up and Page Down pass. */
const page = 10;

/**
 * The position of the row that a key leads to; null for a key that moves nothing.
 * @param position of the cursor; null before the first move
 */
export function rowAfter(key: string, position: number | null, rows: readonly BraidRow[]): number | null {
  const last = rows.length - 1;
  if (last < 0) return null;
  const move = (rowsOn: number) => Math.min(last, Math.max(0, (position ?? -1) + rowsOn));
  switch (key) {
    case 'ArrowDown':
      return move(1);
    case 'ArrowUp':
      return position === null ? last : move(-1);
    case 'PageDown':
      return move(page);
    case 'PageUp':
      return move(-page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      return position !== null && rows[position + 1]?.parent === position ? position + 1 : null;
    case 'ArrowLeft':
      return position === null ? null : (rows[position]?.parent ?? null);
    default:
      return null;
  }
}
