// Data table.
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo, useState, type ReactNode } from 'react';
import { CellLine } from './CellLine.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { CompareTray } from './CompareTray.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { TableBar } from './TableBar.tsx';
import { hiddenBy, TableFoot, unseenSortHeads } from './TableFoot.tsx';
import type { Cursor } from './grid-key.ts';
import { TableGrid, type RowParts } from './TableGrid.tsx';
import { prepareSearch, type ArrangeState, type QuickFilter } from './arrange.ts';
import {
  shownColumns,
  placeColumns,
  maxWidth,
  minWidth,
  defaultWidth,
  type PlacedColumn,
} from './column-order.ts';
import type { Column } from './column.ts';
import { rowIds } from './row-order.ts';
import { togglePicked, type ChangeTable, type SortKey, type TableState } from './table-state.ts';
import { useArrangement, type ShownRow } from './use-arrangement.ts';

/** `columns`, `hides` and `row.getId` must keep their identity; a changed row needs a new `rows` array. */
interface DataTableProps<Row> {
  /** Plural, as `models`. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly row: RowParts<Row>;
  readonly columns: readonly Column<Row>[];
  /** As `useState` returns it. */
  readonly state: readonly [TableState, ChangeTable];
  readonly hides?: readonly QuickFilter<Row>[];
  /** Absent: as the service lists them. */
  readonly defaultSort?: readonly SortKey[];
  readonly canCompare?: boolean;
  /** What else can be done with several picked rows. */
  readonly pickedAct?: ReactNode;
  /** False where the page has its own export, and the rows have no ids. */
  readonly canExport?: boolean;
  readonly controls?: ReactNode;
  /** Above the rows that pass the filters. */
  readonly renderPanel?: ((shown: readonly Row[]) => ReactNode) | undefined;
  readonly empty?: ReactNode;
}

// Of columns alone: arrange.ts filters and sorts rows 5 to 30 times as fast as the row models (`npm run bench table`),
// and filters, facets, order and selection live in the address.
const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
});

const noHides: readonly never[] = [];

/**
 * Scrolls inside its container. Changed rows stay until sorted again. Missing values are last in both
 * directions.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, row, columns, hides = noHides } = props;
  const [state, onState] = props.state;
  const { canCompare = false, canExport = true } = props;
  const [cursor, setCursor] = useState<PlacedCursor | null>(null);
  const [isOpenAtFirst] = useState(state.picked.length > 1);
  const [cleared, setCleared] = useState<readonly string[]>([]);
  // Else its undo would come back, and take the focus, when the last of other rows is given up.
  if (cleared.length > 0 && state.picked.length > 0) setCleared([]);
  const placed = usePlacedColumns(columns, state, canCompare);
  const arrangement = useArrangement(rows, columns, row.getId, state, hides);
  const { rows: shown, settled } = arrangement;
  const followed = cursor && withRow(cursor, shown, settled);
  if (followed !== cursor) setCursor(followed);
  const shownRows = useMemo(() => shown.map((each) => each.row), [shown]);
  const shownFields = useMemo(() => placed.map(({ column }) => column), [placed]);
  const facets = useMemo(() => ({ rows, columns, hides }), [rows, columns, hides]);
  const picked = usePicked(rows, row.getId, state.picked);
  const underCursor = cursor === null ? undefined : shown[cursor.row];
  const here = underCursor?.id === cursor?.id ? underCursor : undefined;
  const field = cursor === null ? undefined : placed[cursor.column]?.column;

  // A panel above must not squeeze the rows out of a low window, which scrolls to them, nor a comparison on a phone.
  return (
    <section
      aria-label={label}
      className={`flex min-h-0 min-w-0 flex-1 flex-col ${props.renderPanel ? 'overflow-y-auto max-tablet:*:max-h-none low:[--table-least:16rem]' : ''}`}
    >
      <TableBar
        label={label}
        state={state}
        onState={onState}
        onSearch={() => void prepareSearch(rows, columns)}
        hides={hides}
        controls={props.controls}
      >
        <ColumnMenu columns={columns} state={state} onState={onState} />
        {canExport && <ExportMenu label={label} rows={shownRows} columns={shownFields} />}
      </TableBar>
      {props.renderPanel?.(shownRows)}
      <TableGrid
        label={label}
        rows={shown}
        columns={placed}
        row={row}
        state={state}
        onState={onState}
        cursor={cursor}
        onCursor={(next) => setCursor({ ...next, id: shown[next.row]?.id, settled })}
        facets={facets}
        hasPicks={canCompare}
        empty={rows.length === 0 ? props.empty : <p className="text-muted">No rows match the filters.</p>}
      />
      <TableFoot
        // Filters to undo would be read in another unit.
        key={columns.map(({ unit }) => unit).join()}
        label={label}
        total={rows.length}
        shown={shown.length}
        state={state}
        onState={onState}
        defaultSort={props.defaultSort}
        isOutOfOrder={arrangement.isOutOfOrder}
        onSortAgain={arrangement.sortAgain}
        reasons={hiddenBy(state, columns, hides)}
        unseenSort={unseenSortHeads(state.sort, columns, shownFields)}
        onCompareAgain={
          cleared.length > 0 && state.picked.length === 0
            ? () => onState((now) => ({ ...now, picked: cleared }))
            : null
        }
      >
        {here && field && (
          <CellLine
            key={`${here.id} ${field.id}`}
            id={canExport && here.id}
            row={here.row}
            column={field}
            onOpen={row.onOpen && (() => row.onOpen?.(here.row, field.id))}
            onClose={() => setCursor(null)}
          />
        )}
      </TableFoot>
      {state.picked.length > 1 && (
        <CompareTray
          rows={picked}
          missing={state.picked.filter((id) => !picked.some((each) => each.id === id))}
          columns={columns}
          isOnlyDifferent={state.isOnlyDifferent}
          onOnlyDifferent={(isOnlyDifferent) => onState((now) => ({ ...now, isOnlyDifferent }))}
          onDrop={(id) => onState((now) => togglePicked(now, id))}
          onClear={() => {
            setCleared(state.picked);
            onState((now) => ({ ...now, picked: [] }));
          }}
          act={props.pickedAct}
          isOpenAtFirst={isOpenAtFirst}
        />
      )}
    </section>
  );
}

interface PlacedCursor extends Cursor {
  readonly id: string | undefined;
  /** In effect when it was moved there. */
  readonly settled: ArrangeState;
}

/** Rows that come and go leave it on its row; after a filter or a sort another one is in its place. */
function withRow<Row>(
  cursor: PlacedCursor,
  shown: readonly ShownRow<Row>[],
  settled: ArrangeState,
): PlacedCursor {
  if (cursor.settled !== settled || shown[cursor.row]?.id === cursor.id) return cursor;
  const row = shown.findIndex(({ id }) => id === cursor.id);
  return row === -1 ? cursor : { ...cursor, row };
}

function usePlacedColumns<Row>(
  columns: readonly Column<Row>[],
  state: TableState,
  hasPicks: boolean,
): readonly PlacedColumn<Row>[] {
  const { columns: chosen, pinned, widths } = state;
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Line> => ({
        id: column.id,
        size: defaultWidth(column),
        minSize: minWidth,
        maxSize: maxWidth,
      })),
    [columns],
  );
  const order = useMemo(() => shownColumns(columns, chosen), [chosen, columns]);
  const start = useMemo(() => pinned ?? order.slice(0, 1), [pinned, order]);
  const layout = useMemo(
    () => ({
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, order.includes(id)])),
      columnOrder: [...order],
      columnPinning: { start: [...start], end: [] },
      columnSizing: { ...widths },
    }),
    [columns, order, start, widths],
  );
  const table = useTable({ features, columns: definitions, data: noLines, state: layout });
  const pinnedColumns = table.getStartVisibleLeafColumns();
  const others = table.getCenterVisibleLeafColumns();
  const text = JSON.stringify([...pinnedColumns, ...others].map((column) => [column.id, column.getSize()]));
  const pinnedCount = pinnedColumns.length;
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const sizes = [...pinnedColumns, ...others].flatMap((each) => {
      const column = byId.get(each.id);
      return column ? [{ column, width: each.getSize() }] : [];
    });
    return placeColumns(sizes, pinnedCount, hasPicks);
    // oxlint-disable-next-line react/exhaustive-deps -- the text says all that matters of the two lists
  }, [columns, text, pinnedCount, hasPicks]);
}

function usePicked<Row>(
  rows: readonly Row[],
  getId: (row: Row) => string,
  picked: readonly string[],
): readonly ShownRow<Row>[] {
  return useMemo(() => {
    if (picked.length === 0) return [];
    const byId = new Map(rowIds(rows, getId).map((id, index) => [id, rows[index]]));
    return picked.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [{ id, row }];
    });
  }, [rows, getId, picked]);
}

/** TanStack gets no rows. */
type Line = Record<string, never>;
const noLines: Line[] = [];
