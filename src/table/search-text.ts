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
  // Nobody searches for the milliseconds of a date.
  const values = columns
    .filter(({ kind }) => kind !== 'date' && kind !== 'age')
    .map((column) => columnValues(rows, column));
  const made = rows.map((_, index) => {
    let text = '';
    for (const column of values) {
      const value = column[index];
      if (!isMissing(value)) text += `${value}\n`;
    }
    return text.toLowerCase();
  });
  known.set(columns, made);
  return made;
}
