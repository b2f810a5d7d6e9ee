// Plain table: a few rows, neither sorted nor virtual.
import type { ReactNode } from 'react';

export interface PlainColumn<Row> {
  readonly id: string;
  /** Default: the id. */
  readonly head?: ReactNode;
  readonly cell: (row: Row, position: number) => ReactNode;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  /** Its cells name their rows. */
  readonly isRowHead?: boolean;
  readonly sort?: 'ascending' | 'descending' | 'none';
  /** Classes of head and cells. */
  readonly look?: string;
  readonly cellLook?: string;
}

interface PlainTableProps<Row> {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, position: number) => string | number;
  rowLook?: (row: Row) => string;
  /** Classes of the table. */
  look?: string;
  isHeadless?: boolean;
  isBusy?: boolean;
}

/** Scrolls sideways where it does not fit. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, rowKey, rowLook, look = 'w-full', isHeadless = false, isBusy } = props;
  return (
    <div className="relative overflow-x-auto">
      <table aria-label={label} className={`border-collapse text-dense tabular-nums ${look}`}>
        {!isHeadless && (
          <thead className="border-b border-line text-label text-faint">
            <tr>
              {columns.map(({ id, head = id, sort, ...column }) => (
                <th key={id} scope="col" aria-sort={sort} className={`font-regular ${cellLook(column)}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody aria-busy={isBusy}>
          {rows.map((row, position) => (
            <tr
              key={rowKey(row, position)}
              className={`border-b border-line align-top ${rowLook?.(row) ?? ''}`}
            >
              {columns.map(({ id, cell, isRowHead, ...column }) =>
                isRowHead ? (
                  <th
                    key={id}
                    scope="row"
                    className={`font-regular ${cellLook(column)} ${column.cellLook ?? ''}`}
                  >
                    {cell(row, position)}
                  </th>
                ) : (
                  <td key={id} className={`${cellLook(column)} ${column.cellLook ?? ''}`}>
                    {cell(row, position)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellLook({ isNumber, look = '' }: Pick<PlainColumn<never>, 'isNumber' | 'look'>): string {
  return `py-1 pr-4 last:pr-0 ${isNumber ? 'text-right' : 'text-left'} ${look}`;
}
