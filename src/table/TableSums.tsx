// The last line of a table: what its columns come to, staying in sight under the rows.
import type { ReactNode } from 'react';
import type { PlacedColumn } from './placed-column.ts';

interface TableSumsProps<Row> {
  columns: readonly PlacedColumn<Row>[];
  /** By column id. */
  sums: Readonly<Record<string, ReactNode>>;
  hasPicks: boolean;
  /** Its place among heads and rows, from 1. */
  rowIndex: number;
}

/** In the same columns as the rows. */
export function TableSums<Row>({ columns, sums, hasPicks, rowIndex }: TableSumsProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className="sticky bottom-0 z-10 grid h-control border-y border-line bg-panel font-medium [grid-template-columns:var(--table-columns)]"
    >
      {hasPicks && (
        <div role="gridcell" className="sticky left-0 z-1 bg-panel">
          <span className="sr-only">Sum</span>
        </div>
      )}
      {columns.map(({ column, left, isNumeric }) => (
        <div
          key={column.id}
          role="gridcell"
          style={left === null ? undefined : { left }}
          className={`flex min-w-0 items-center truncate px-3 ${left === null ? '' : 'sticky z-1 bg-panel'} ${isNumeric ? 'justify-end tabular-nums' : ''}`}
        >
          {sums[column.id]}
        </div>
      ))}
    </div>
  );
}
