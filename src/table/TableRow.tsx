// One row: drawn again only when it, its columns or its marks change, however often the table around it does.
import { useMemo, type ReactNode } from 'react';
import type { PlacedColumn } from './placed-column.ts';
import { TableCell } from './TableCell.tsx';

interface TableRowProps<Row> {
  row: Row;
  /** Changes when the row's values do, also where the object stays the same. */
  version: unknown;
  /** The base of the ids of its cells. */
  baseId: string;
  /** Its place among the rows in sight, from 0. */
  index: number;
  top: number;
  columns: readonly PlacedColumn<Row>[];
  isOpen: boolean;
  /** Null where rows cannot be picked. */
  isPicked: boolean | null;
  /** The column of the cursor, where the cursor is in this row. */
  activeColumn: number | null;
  href: string | undefined;
  /** Why the row steps back, in a sentence. */
  dimmed: string | null;
  actions: ((row: Row) => ReactNode) | undefined;
}

const ground =
  'bg-bg group-hover/row:bg-raised group-data-open/row:bg-tint group-hover/row:group-data-open/row:bg-tint';

/** Its clicks are read by the grid, from `data-row` and `data-column`. */
export function TableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, version, baseId, index, top, columns, isOpen, isPicked, activeColumn, href, dimmed } = props;
  const { actions } = props;
  return useMemo(
    () => (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isPicked ?? isOpen}
        data-row={index}
        data-open={isOpen || undefined}
        data-version={version === undefined ? undefined : ''}
        title={dimmed ?? undefined}
        style={{ transform: `translateY(${top}px)` }}
        className={`group/row absolute inset-x-0 top-0 grid h-control [grid-template-columns:var(--table-columns)] border-b border-line hover:bg-raised data-open:bg-tint data-open:shadow-[inset_2px_0_0_var(--act)] ${dimmed === null ? '' : 'text-faint'}`}
      >
        {isPicked !== null && (
          <div
            role="gridcell"
            data-pick=""
            className={`sticky left-0 z-1 flex items-center justify-center ${ground} group-data-open/row:shadow-[inset_2px_0_0_var(--act)]`}
          >
            <input
              type="checkbox"
              tabIndex={-1}
              readOnly
              checked={isPicked}
              aria-label="Compare this row"
              className="size-3.5 accent-act"
            />
          </div>
        )}
        {columns.map(({ column, left, isNumeric }, place) => (
          <div
            key={column.id}
            id={`${baseId}-${index}-${place}`}
            role="gridcell"
            data-column={place}
            data-active={activeColumn === place || undefined}
            style={left === null ? undefined : { left }}
            className={`flex min-w-0 items-center px-3 group-focus-visible/grid:data-active:outline-2 -outline-offset-2 outline-act ${left === null ? '' : `sticky z-1 ${ground}`} ${left !== null && isPicked === null ? 'first:group-data-open/row:shadow-[inset_2px_0_0_var(--act)]' : ''} ${isNumeric ? 'justify-end text-right tabular-nums' : ''}`}
          >
            <span className="min-w-0 truncate">
              <TableCell column={column} row={row} href={place === 0 ? href : undefined} />
            </span>
          </div>
        ))}
        {actions && (
          <div role="gridcell" data-actions="" className="flex items-center justify-end gap-1 px-1">
            {actions(row)}
          </div>
        )}
      </div>
    ),
    [row, version, baseId, index, top, columns, isOpen, isPicked, activeColumn, href, dimmed, actions],
  );
}
