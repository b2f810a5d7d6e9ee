// Virtualized grid with keyboard navigation.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { formatCount } from '#lib/format.ts';
import { keepScroll } from '#ui/kept-scroll.ts';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import type { FacetSource } from './FacetMenu.tsx';
import { TableSums } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { cursorAfterKey, type Cursor } from './grid-key.ts';
import { gridTemplate, pickRem, pinnedWidth, printTemplate, type PlacedColumn } from './column-order.ts';
import { copyText } from './column.ts';
import { togglePicked, type ChangeTable, type TableState } from './table-state.ts';
import type { ShownRow } from './use-arrangement.ts';
import { phone } from '#ui/use-media.ts';
import { useColumnWindow, useRowHeight } from './use-column-window.ts';

/** What a table needs to know of a row. */
export interface RowParts<Row> {
  readonly getId: (row: Row) => string;
  /** @param columnId of the pressed cell */
  readonly onOpen?: ((row: Row, columnId?: string) => void) | undefined;
  /** By `getId`. */
  readonly openId?: string | undefined;
  /** Links the first cell; on the same page, only the row's own query. */
  readonly getHref?: ((row: Row) => string) | undefined;
  /** A sentence; null if not dimmed. */
  readonly getDimmed?: ((row: Row) => string | null) | undefined;
  /** Changes with the row's values. */
  readonly getVersion?: ((row: Row) => unknown) | undefined;
}

interface TableGridProps<Row> {
  label: string;
  rows: readonly ShownRow<Row>[];
  columns: readonly PlacedColumn<Row>[];
  row: RowParts<Row>;
  state: TableState;
  onState: ChangeTable;
  cursor: Cursor | null;
  onCursor: (cursor: Cursor) => void;
  facets: FacetSource<Row>;
  hasPicks: boolean;
  empty: ReactNode;
}

export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, rows, columns, state, onState, cursor, onCursor, facets, hasPicks, empty } = props;
  const { onOpen, openId, getHref, getDimmed, getVersion } = props.row;
  const baseId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const pressedX = useRef(0);
  const rowHeight = useRowHeight();
  const isPrinting = useIsPrinting();
  const headHeight = rowHeight * 2;
  const cursorRow = cursor?.row ?? null;
  const hasSums = columns.some(({ column }) => column.sum !== undefined);
  const drawn = useColumnWindow(scroller, columns, hasPicks ? pickRem : 0, cursor?.column ?? null);

  // oxlint-disable-next-line react/incompatible-library -- its results change, and nothing here memoizes them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: hasSums ? rowHeight : 0,
    // aria-activedescendant points at the cursor's row.
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from({ length: Math.min(rows.length, maxPrinted) }, (_, row) => row);
      const shown = defaultRangeExtractor(range);
      if (cursorRow === null || cursorRow >= rows.length || shown.includes(cursorRow)) return shown;
      return [...shown, cursorRow].sort((a, b) => a - b);
    },
  });

  useEffect(() => virtual.measure(), [rowHeight, virtual]);
  // Else a first column that is new, as a month's cost, would be out of sight.
  const known = useRef(columns);
  useLayoutEffect(() => {
    const first = columns.find(({ left }) => left === null)?.column.id;
    if (scroller.current && !known.current.some(({ column }) => column.id === first))
      scroller.current.scrollLeft = 0;
    known.current = columns;
  }, [columns]);
  useLayoutEffect(() => (scroller.current ? keepScroll(scroller.current, label) : undefined), [label]);

  // Scroll steps do not render the heads.
  const head = useMemo(
    () => <TableHead {...{ columns, state, onState, facets, hasPicks }} />,
    [columns, state, onState, facets, hasPicks],
  );

  function moveTo(next: Cursor) {
    onCursor(next);
    virtual.scrollToIndex(next.row);
    const column = columns[next.column];
    const box = scroller.current;
    if (!column || !box) return;
    if (column.left !== null) {
      if (next.column === 0 && cursor?.column !== 0) box.scrollLeft = 0;
      return;
    }
    const cell = box.querySelector(`[role=columnheader]:has([data-head="${next.column}"])`);
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function pick(id: string, row: number) {
    onState((now) => togglePicked(now, id));
    // A comparison that opens or grows takes room from the rows.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector(`[data-row="${row}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }

  function handleKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.altKey) return;
    const here = cursor ?? { row: 0, column: 0 };
    const current = rows[here.row];
    const hasMod = event.ctrlKey || event.metaKey;
    if (hasMod && event.key.toLowerCase() === 'c') {
      if (!current || String(getSelection()) !== '') return;
      event.preventDefault();
      const column = columns[here.column]?.column;
      if (event.shiftKey) copy(current.id);
      else if (column) copy(copyText(column, column.value(current.row)));
      return;
    }
    if (hasMod && event.key !== 'Home' && event.key !== 'End') return;
    if (event.key === 'Enter' && current && onOpen) onOpen(current.row, columns[here.column]?.column.id);
    else if (event.key === ' ' && current && hasPicks) pick(current.id, here.row);
    else {
      const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1;
      const size = { rows: rows.length, columns: columns.length, page };
      const next = cursorAfterKey(hasMod ? `Mod+${event.key}` : event.key, here, size);
      if (next === null) return;
      moveTo(next);
    }
    event.preventDefault();
  }

  function handleClick(event: MouseEvent<HTMLElement>) {
    const target = event.target instanceof Element ? event.target : null;
    const row = Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? NaN);
    const shown = rows[row];
    if (!target || !shown) return;
    if (target.closest('[data-pick]')) {
      pick(shown.id, row);
      return;
    }
    const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? 0);
    const isCurrent = cursor?.row === row && cursor.column === column;
    onCursor({ row, column });
    const link = target.closest('a');
    const isOwnLink = link?.dataset['rowLink'] !== undefined;
    if (event.metaKey || event.ctrlKey || (link && !isOwnLink) || target.closest('button')) return;
    // Drawn over a text, which is selected to be copied.
    if (Math.abs(event.clientX - pressedX.current) > 3 && String(getSelection()) !== '') return;
    // On a phone the panel covers the rows: a first tap only selects.
    if (!onOpen || (column > 0 && !isCurrent && phone.matches)) return;
    event.preventDefault();
    // Keys go on from the row, not from its link.
    if (isOwnLink) event.currentTarget.focus({ preventScroll: true });
    onOpen(shown.row, columns[column]?.column.id);
  }

  const isDrawn = cursor !== null && cursor.row < rows.length;
  return (
    <div
      ref={scroller}
      // What is focused or pointed at must not stop below a pinned column.
      style={{
        scrollPaddingLeft: pinnedWidth(columns, hasPicks),
        scrollPaddingBottom: hasSums ? rowHeight : 0,
      }}
      className="min-h-(--table-least,8.5rem) flex-1 overflow-auto overscroll-x-contain [overscroll-behavior-y:var(--table-overscroll,contain)]"
    >
      <div
        role="grid"
        data-table=""
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1 + Number(hasSums)}
        aria-colcount={columns.length + Number(hasPicks)}
        aria-multiselectable={hasPicks || undefined}
        aria-activedescendant={isDrawn ? `${baseId}-${cursor.row}-${cursor.column}` : undefined}
        data-keys="table"
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          pressedX.current = event.clientX;
          completeLink(event);
        }}
        onClick={handleClick}
        onFocus={(event) => {
          // Moving the cursor first would shift what is under the finger.
          const isByKey =
            event.target === event.currentTarget && event.currentTarget.matches(':focus-visible');
          if (!isByKey || cursor !== null || rows.length === 0) return;
          const first = Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeight);
          onCursor({ row: Math.min(first, rows.length - 1), column: 0 });
        }}
        style={columnsStyle(columns, hasPicks)}
        // The current cell shows the focus; a ring around all would be covered by its cells.
        className={`group/grid relative w-max min-w-full outline-offset-[-2px] ${isDrawn ? 'outline-none' : ''}`}
      >
        {head}
        <div role="rowgroup" style={{ height: virtual.getTotalSize() }} className="relative">
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            // Keyed by index: a new order refills existing rows.
            const shown = rows[index];
            if (!shown) return null;
            const { id, row } = shown;
            return (
              <TableRow
                key={key}
                row={row}
                id={id}
                version={getVersion?.(row)}
                baseId={baseId}
                index={index}
                top={start - headHeight}
                columns={drawn}
                isOpen={openId !== undefined && id === openId}
                isPicked={hasPicks ? state.picked.includes(id) : null}
                activeColumn={cursorRow === index ? (cursor?.column ?? null) : null}
                href={getHref?.(row)}
                dimmed={getDimmed?.(row) ?? null}
              />
            );
          })}
        </div>
        {hasSums && <TableSums columns={columns} rows={rows} hasPicks={hasPicks} />}
      </div>
      {rows.length === 0 && <div className="sticky left-0 max-w-full p-4">{empty}</div>}
      {isPrinting && rows.length > maxPrinted && (
        <p className="p-4">
          These are the first {formatCount(maxPrinted)} of {formatCount(rows.length)} rows; Export has all.
        </p>
      )}
    </div>
  );
}

/**
 * States only the row's own part, so that no row renders for a new address; pressed, it takes the rest along.
 */
function completeLink({ target }: PointerEvent) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-row-link]') : null;
  if (link?.pathname !== location.pathname) return;
  const params = new URLSearchParams(location.search);
  const own = link.dataset['rowLink']?.split('?')[1];
  for (const [name, value] of new URLSearchParams(own)) params.set(name, value);
  link.search = params.toString();
}

/** A browser lays out all printed rows at once. */
const maxPrinted = 2000;

interface ColumnsStyle extends CSSProperties {
  '--table-columns': string;
  '--print-columns': string;
}

function columnsStyle<Row>(columns: readonly PlacedColumn<Row>[], hasPicks: boolean): ColumnsStyle {
  return {
    '--table-columns': gridTemplate(columns, hasPicks),
    '--print-columns': printTemplate(columns, hasPicks),
  };
}

// A button under the table reports a blocked clipboard. Outside a secure context `navigator.clipboard` is
// undefined, and accessing it throws.
function copy(text: string) {
  const written = async () => await navigator.clipboard.writeText(text);
  written().catch(() => undefined);
}
