// Rows side by side: which fields differ between them.
import type { CellValue, Column } from './column.ts';
import { isMissing } from './column.ts';

/** One field over all compared rows. */
export interface ComparedField<Row> {
  readonly column: Column<Row>;
  readonly isDifferent: boolean;
}

/** All fields, in the order of the columns. Two missing values are the same. */
export function compareRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): readonly ComparedField<Row>[] {
  return columns.map((column) => {
    const values = new Set(rows.map((row) => nameOf(column.value(row))));
    return { column, isDifferent: values.size > 1 };
  });
}

// A number and the same digits as a text are two things; -0 and 0 are one.
function nameOf(value: CellValue): string {
  return isMissing(value) ? '' : `${typeof value} ${value}`;
}
