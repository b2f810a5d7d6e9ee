// Memoized table row.
import { useMemo, type ReactNode } from 'react';
import { tableCell } from './TableCell.tsx';
import { rowName } from './column.ts';
import type { DrawnColumn } from './use-column-window.ts';

interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** Changes with the row's values. */
  version: unknown;
  baseId: string;
  /** From 0, among the visible rows. */
  index: number;
  top: number;
  /** Drawn ones. */
  columns: readonly DrawnColumn<Row>[];
  isOpen: boolean;
  /** Null if rows cannot be picked. */
  isPicked: boolean | null;
  activeColumn: number | null;
  href: string | undefined;
  /** A sentence. */
  dimmed: string | null;
}

const ground =
  'bg-bg group-hover/row:bg-raised group-data-open/row:bg-tint group-hover/row:group-data-open/row:bg-tint';

/** The grid handles clicks, by `data-row` and `data-column`. */
export function TableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, id, version, baseId, index, top, columns, isOpen, isPicked, activeColumn } = props;
  const { href, dimmed } = props;
  return useMemo(() => {
    const before = Number(isPicked !== null);
    const fields = columns.map(({ column }) => column);
    const pinned = columns.filter(({ left }) => left !== null);
    const others = columns.filter(({ left }) => left === null);
    const cell = (at: DrawnColumn<Row>) =>
      rowCell(row, at, {
        id: `${baseId}-${index}-${at.place}`,
        line: at.place + 1 + before,
        isActive: activeColumn === at.place,
        isPicked,
        href: at.place === 0 ? href : undefined,
      });
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isPicked ?? isOpen}
        data-row={index}
        data-open={isOpen || undefined}
        data-dimmed={dimmed === null ? undefined : ''}
        data-version={version === undefined ? undefined : ''}
        title={dimmed ?? undefined}
        style={{ top }}
        className={`group/row absolute inset-x-0 grid h-control [contain:layout_style] [grid-template-columns:var(--table-columns)] border-b border-line hover:bg-raised data-open:bg-tint data-open:[--faint:var(--muted)] data-open:shadow-[inset_2px_0_0_var(--act)] ${dimmed === null ? '' : 'text-faint'}`}
      >
        {before + pinned.length > 0 && (
          // Separate sticky cells would cost at every scroll step.
          <div
            role="none"
            style={{ gridColumn: `1 / span ${before + pinned.length}` }}
            className={`sticky left-0 z-1 grid border-r border-line [grid-template-columns:subgrid] ${ground} group-data-open/row:shadow-[inset_2px_0_0_var(--act)]`}
          >
            {isPicked !== null && (
              <div
                role="gridcell"
                aria-colindex={1}
                data-pick=""
                className="flex items-center justify-center"
              >
                <input
                  type="checkbox"
                  tabIndex={-1}
                  readOnly
                  checked={isPicked}
                  aria-label={`Compare ${rowName(fields, row, id)}`}
                  className="size-3.5 accent-act"
                />
              </div>
            )}
            {pinned.map(cell)}
          </div>
        )}
        {others.map(cell)}
      </div>
    );
  }, [row, id, version, baseId, index, top, columns, isOpen, isPicked, activeColumn, href, dimmed]);
}

interface CellMarks {
  id: string;
  /** From 1, in the row. */
  line: number;
  isActive: boolean;
  isPicked: boolean | null;
  href: string | undefined;
}

const cellLook =
  'min-w-0 px-3 -outline-offset-2 outline-act group-focus-visible/grid:data-active:outline-2 pointer-coarse:data-active:outline-2';

/** A column's own boxes are centred. */
const lineLook = 'overflow-clip text-ellipsis whitespace-nowrap leading-[calc(var(--control)-1px)]';

function rowCell<Row>(row: Row, { column, place, isNumeric }: DrawnColumn<Row>, marks: CellMarks): ReactNode {
  const { id, line, isActive, isPicked, href } = marks;
  const content = tableCell(column, row, href);
  const isLine =
    column.isInline ?? (column.render === undefined && column.kind !== 'status' && column.kind !== 'id');
  return (
    <div
      key={column.id}
      id={id}
      role="gridcell"
      aria-colindex={line}
      data-column={place}
      data-active={isActive || undefined}
      // Screen readers tell a change of the current cell alone, not of its row.
      aria-selected={isActive ? (isPicked ?? undefined) : undefined}
      style={{ gridColumn: line }}
      className={`${cellLook} ${isLine ? lineLook : 'flex items-center'} ${isNumeric ? 'justify-end text-right tabular-nums' : ''}`}
    >
      {isLine ? (
        content
      ) : (
        <span className="min-w-0 overflow-clip text-ellipsis whitespace-nowrap">{content}</span>
      )}
    </div>
  );
}
