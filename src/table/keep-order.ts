// The order under a reader's hands: rows whose values change stay where they are until sorting is asked for again.

/**
 * Names of rows in the order that was there; new ones follow in their sorted order, and those that are gone are gone.
 * Where nothing was there before, it is the sorted order itself.
 */
export function keepOrder(before: readonly string[], sorted: readonly string[]): readonly string[] {
  const left = new Set(sorted);
  const kept = before.filter((id) => left.delete(id));
  return kept.length === 0 ? sorted : [...kept, ...left];
}

/** Whether two orders are the same. */
export function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}
