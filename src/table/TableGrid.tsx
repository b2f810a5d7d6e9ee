// Virtualized grid with keyboard navigation.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import type { FacetSource } from './FacetMenu.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { cursorAfterKey, type Cursor } from './grid-key.ts';
import { gridTemplate, pickRem, printTemplate, type PlacedColumn } from './column-order.ts';
import type { ChangeTable, TableState } from './table-state.ts';
import type { ShownRow } from './use-arrangement.ts';
import { phone } from '#ui/use-media.ts';
import { useColumnWindow, useRowHeight } from './use-column-window.ts';

export interface RowActs<Row> {
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** By `getId`. */
  readonly openId?: string | undefined;
  /** Links the first cell; on the same page, only the row's own query. */
  readonly getRowHref?: ((row: Row) => string) | undefined;
  /** A sentence; null if not dimmed. */
  readonly getDimmed?: ((row: Row) => string | null) | undefined;
  /** Changes with the row's values. */
  readonly getVersion?: ((row: Row) => unknown) | undefined;
}

interface TableGridProps<Row> extends RowActs<Row> {
  label: string;
  rows: readonly ShownRow<Row>[];
  columns: readonly PlacedColumn<Row>[];
  state: TableState;
  onState: ChangeTable;
  cursor: Cursor | null;
  onCursor: (cursor: Cursor) => void;
  facets: FacetSource<Row>;
  /** Absent if rows cannot be picked. */
  onPick: ((id: string) => void) | undefined;
  onWidth: (id: string, width: number) => void;
  /** With Shift, `isId`. */
  onCopy: (cursor: Cursor, isId: boolean) => void;
  footer: ReactNode;
  empty: ReactNode;
}

export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, rows, columns, state, onState, cursor, onCursor, onPick, onWidth, onCopy } = props;
  const { facets, onOpen, openId, getRowHref, getDimmed, getVersion, footer, empty } = props;
  const baseId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const isPrinting = useIsPrinting();
  const headHeight = rowHeight * 2;
  const cursorRow = cursor?.row ?? null;
  const hasPicks = onPick !== undefined;
  const drawn = useColumnWindow(scroller, columns, hasPicks ? pickRem : 0, cursor?.column ?? null);

  // oxlint-disable-next-line react/incompatible-library -- its results change, and nothing here memoizes them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footer ? rowHeight : 0,
    // aria-activedescendant points at the cursor's row.
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from({ length: Math.min(rows.length, maxPrinted) }, (_, row) => row);
      const shown = defaultRangeExtractor(range);
      if (cursorRow === null || cursorRow >= rows.length || shown.includes(cursorRow)) return shown;
      return [...shown, cursorRow].sort((a, b) => a - b);
    },
  });

  useEffect(() => virtual.measure(), [rowHeight, virtual]);

  // Scroll steps do not render the heads.
  const head = useMemo(
    () => <TableHead {...{ columns, state, onState, facets, hasPicks, onWidth }} />,
    [columns, state, onState, facets, hasPicks, onWidth],
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

  function handleKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.altKey) return;
    const here = cursor ?? { row: 0, column: 0 };
    const current = rows[here.row];
    const hasMod = event.ctrlKey || event.metaKey;
    if (hasMod && event.key.toLowerCase() === 'c') {
      if (!current || String(getSelection()) !== '') return;
      event.preventDefault();
      onCopy(here, event.shiftKey);
      return;
    }
    if (hasMod && event.key !== 'Home' && event.key !== 'End') return;
    if (event.key === 'Enter' && current && onOpen) onOpen(current.row);
    else if (event.key === ' ' && current && onPick) onPick(current.id);
    else {
      const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1;
      const size = { rows: rows.length, columns: columns.length, page };
      const next = cursorAfterKey(hasMod ? `Mod+${event.key}` : event.key, here, size);
      if (next === null) return;
      moveTo(next);
    }
    event.preventDefault();
  }

  function handleClick(event: MouseEvent) {
    const target = event.target instanceof Element ? event.target : null;
    const row = Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? NaN);
    const shown = rows[row];
    if (!target || !shown) return;
    if (target.closest('[data-pick]')) {
      onPick?.(shown.id);
      return;
    }
    const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? 0);
    const isCurrent = cursor?.row === row && cursor.column === column;
    onCursor({ row, column });
    const link = target.closest('a');
    const isOwnLink = link?.dataset['rowLink'] !== undefined;
    if (event.metaKey || event.ctrlKey || (link && !isOwnLink) || target.closest('button')) return;
    // On a phone the panel covers the rows: a first tap only selects.
    if (!onOpen || (column > 0 && !isCurrent && phone.matches)) return;
    event.preventDefault();
    onOpen(shown.row);
  }

  const isDrawn = cursor !== null && cursor.row < rows.length;
  return (
    <div ref={scroller} className="min-h-34 flex-1 overflow-auto overscroll-contain">
      <div
        role="grid"
        data-table=""
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1 + Number(Boolean(footer))}
        aria-colcount={columns.length + Number(hasPicks)}
        aria-multiselectable={hasPicks || undefined}
        aria-activedescendant={isDrawn ? `${baseId}-${cursor.row}-${cursor.column}` : undefined}
        data-keys="table"
        onKeyDown={handleKey}
        onPointerDown={completeLink}
        onClick={handleClick}
        onFocus={(event) => {
          // Moving the cursor first would shift what is under the finger.
          const isByKey =
            event.target === event.currentTarget && event.currentTarget.matches(':focus-visible');
          if (isByKey && cursor === null && rows.length > 0) onCursor({ row: 0, column: 0 });
        }}
        style={columnsStyle(columns, hasPicks)}
        className="group/grid relative w-max min-w-full outline-offset-[-2px]"
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
                href={getRowHref?.(row)}
                dimmed={getDimmed?.(row) ?? null}
              />
            );
          })}
        </div>
        {footer}
      </div>
      {rows.length === 0 && <div className="sticky left-0 max-w-full p-4">{empty}</div>}
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
