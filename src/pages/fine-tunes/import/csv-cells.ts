// Cells of one line of a table. Lines are cut before, so that each has its number and a broken one harms no other;
// a general parser would make objects of rows, and could not say in which line a quote was left open.

/** The cells without their quotes; null where a quote has no end. */
export function splitCells(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at);
      cells.push(line.slice(at, end === -1 ? line.length : end));
      if (end === -1) return cells;
      at = end + 1;
      continue;
    }
    const end = quoteEnd(line, at + 1);
    if (end === -1) return null;
    const inner = line.slice(at + 1, end);
    cells.push(inner.includes('"') ? inner.replaceAll('""', '"') : inner);
    if (end + 1 >= line.length) return cells;
    if (line[end + 1] !== delimiter) return null;
    at = end + 2;
  }
  return cells;
}

function quoteEnd(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return end;
}

/** What divides the cells of a header: comma, semicolon or tab, whichever stands there most; null for one cell. */
export function delimiterOf(header: string): string | null {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => [sign, bare.split(sign).length - 1] as const);
  const [sign, count] = counts.toSorted((one, other) => other[1] - one[1])[0] ?? [',', 0];
  return count === 0 ? null : sign;
}
