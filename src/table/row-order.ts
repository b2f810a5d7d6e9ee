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

/** One id a row, in order; the second row of an id is `id (2)`. */
export function rowIds<Row>(rows: readonly Row[], getId: (row: Row) => string): readonly string[] {
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  return rows.map((row) => {
    const id = getId(row);
    let count = seen.get(id) ?? 0;
    let name: string;
    do {
      count++;
      name = count === 1 ? id : `${id} (${count})`;
    } while (taken.has(name));
    seen.set(id, count);
    taken.add(name);
    return name;
  });
}
