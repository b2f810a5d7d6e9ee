// A name for every row that no other row has, also where a service sends the same record twice.

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
