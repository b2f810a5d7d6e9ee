// What the search reads of a row: all its words and numbers in one text, made once a data change.
import { columnValues } from './column-data.ts';
import { isMissing, type Column } from './column.ts';

const texts = new WeakMap<readonly unknown[], WeakMap<object, readonly string[]>>();

/** In lower case, one text a row, in the order of `rows`; kept as long as rows and columns are the same arrays. */
export function searchTexts<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly string[] {
  let known = texts.get(rows);
  if (!known) texts.set(rows, (known = new WeakMap()));
  const found = known.get(columns);
  if (found) return found;
  const made = rows.map(() => '');
  for (const column of columns) {
    // Nobody searches for the milliseconds of a date.
    if (column.kind === 'date' || column.kind === 'age') continue;
    for (const [index, value] of columnValues(rows, column).entries()) {
      if (!isMissing(value)) made[index] += `\n${String(value).toLowerCase()}`;
    }
  }
  known.set(columns, made);
  return made;
}
