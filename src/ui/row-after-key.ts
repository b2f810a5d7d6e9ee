// Row that an arrow, Page, Home or End key leads to.

/**
 * Clamped; null for other keys, and without rows.
 * @param row null before the first key
 * @param page rows that Page Down moves
 */
export function rowAfterKey(key: string, row: number | null, count: number, page: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: (row ?? -1) + 1,
    ArrowUp: (row ?? count) - 1,
    PageDown: (row ?? 0) + Math.max(1, page),
    PageUp: (row ?? count) - Math.max(1, page),
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, next));
}
