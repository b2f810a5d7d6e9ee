// Stable row order.

/** In their previous order; new ones behind the row that they follow when sorted. */
export function keepOrder(before: readonly string[], sorted: readonly string[]): readonly string[] {
  const left = new Set(sorted);
  const kept = before.filter((id) => left.delete(id));
  if (left.size === 0) return kept;
  const places = new Map(kept.map((id, index) => [id, index]));
  let place = -1;
  for (const id of sorted) {
    place = places.get(id) ?? place;
    places.set(id, place);
  }
  return [...kept, ...left].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

export function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}

/** A duplicate becomes `id (2)`. */
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
