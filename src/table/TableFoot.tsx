// Table footer: row counts, reset, undo.
import { useMemo, useState, type ReactNode, type Ref } from 'react';
import { takeFocus } from '#ui/Button.tsx';
import { formatCount, formatCounted } from '#lib/format.ts';
import { writeSort } from './address.ts';
import type { QuickFilter } from './arrange.ts';
import type { Column } from './column.ts';
import { parseFilter } from './filter.ts';
import { pinnedEdge, type PlacedColumn } from './column-order.ts';
import { isFiltered, showAll, type ChangeTable, type SortKey, type TableState } from './table-state.ts';
import type { ShownRow } from './use-arrangement.ts';

interface TableFootProps {
  label: string;
  total: number;
  shown: number;
  state: TableState;
  onState: ChangeTable;
  defaultSort?: readonly SortKey[] | undefined;
  reasons: readonly string[];
  /** Heads of columns. */
  unseenSort: readonly string[];
  isOutOfOrder: boolean;
  onSortAgain: () => void;
  /** Null unless a comparison was cleared. */
  onCompareAgain: (() => void) | null;
  children: ReactNode;
}

/** "12 of 43 models · 31 hidden by filters · Show all"; then "Undo" until a filter is set. */
export function TableFoot(props: TableFootProps) {
  const { label, total, shown, state, onState, reasons, isOutOfOrder, onSortAgain, children } = props;
  const { defaultSort = [], unseenSort, onCompareAgain } = props;
  const [before, setBefore] = useState<TableState | null>(null);
  const hasFilters = isFiltered(state);
  const hidden = total - shown;
  return (
    <div
      data-foot=""
      className={`flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-3 text-dense text-muted ${children ? 'sticky bottom-0 z-20' : ''}`}
    >
      <output className="min-w-0 truncate py-1">
        {hidden > 0
          ? `${formatCount(shown)} of ${formatCount(total)} ${label}, ${formatCount(hidden)} hidden by ${reasons.join(', ')}`
          : formatCounted(total, label.replace(/s\b/, ''), label)}
      </output>
      {hasFilters && (
        <FootButton
          onPress={() => {
            setBefore(state);
            onState(showAll);
          }}
        >
          {hidden > 0 ? 'Show all' : 'Clear filters'}
        </FootButton>
      )}
      {!hasFilters && before !== null && (
        <FootButton
          onPress={() => {
            const { search, filters, facets, hides } = before;
            setBefore(null);
            onState((now) => ({ ...now, search, filters, facets, hides }));
          }}
        >
          Undo: filter again
        </FootButton>
      )}
      {isOutOfOrder && (
        <FootButton
          onPress={(button) => {
            // The button goes: the rows get its focus.
            button
              .closest('section')
              ?.querySelector<HTMLElement>('[role="grid"]')
              ?.focus({ preventScroll: true });
            onSortAgain();
          }}
        >
          Values changed: sort again
        </FootButton>
      )}
      {writeSort(state.sort) !== writeSort(defaultSort) && (
        <FootButton onPress={() => onState((now) => ({ ...now, sort: defaultSort }))}>
          {unseenSort.length > 0 ? `Reset sort by ${unseenSort.join(', ')}` : 'Reset sort'}
        </FootButton>
      )}
      {/* Last: as it goes, no other comes under the pointer. */}
      {onCompareAgain && (
        <FootButton ref={takeFocus} onPress={onCompareAgain}>
          Undo: compare again
        </FootButton>
      )}
      <div className="ml-auto min-w-0 max-tablet:w-full max-tablet:empty:hidden">{children}</div>
    </div>
  );
}

interface FootButtonProps {
  ref?: Ref<HTMLButtonElement>;
  onPress: (button: HTMLElement) => void;
  children: string;
}

function FootButton({ ref, onPress, children }: FootButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className="h-control text-act hover:underline"
    >
      {children}
    </button>
  );
}

interface TableSumsProps<Row> {
  columns: readonly PlacedColumn<Row>[];
  /** Visible. */
  rows: readonly ShownRow<Row>[];
  hasPicks: boolean;
}

export function TableSums<Row>({ columns, rows, hasPicks }: TableSumsProps<Row>) {
  const summed = useMemo(() => rows.map(({ row }) => row), [rows]);
  return (
    <div
      role="row"
      aria-rowindex={rows.length + 2}
      className="sticky bottom-0 z-10 grid h-control border-y border-line bg-panel font-medium [grid-template-columns:var(--table-columns)]"
    >
      {hasPicks && (
        <div role="gridcell" className={`sticky left-0 z-1 bg-panel ${pinnedEdge(columns, -1)}`}>
          <span className="sr-only">Sum</span>
        </div>
      )}
      {columns.map(({ column, left, isNumeric }, index) => (
        <div
          key={column.id}
          role="gridcell"
          style={left === null ? undefined : { left }}
          className={`flex min-w-0 items-center px-3 whitespace-nowrap ${left === null ? '' : 'sticky z-1 bg-panel'} ${isNumeric ? 'justify-end tabular-nums' : ''} ${isNumeric || columns[index + 1]?.column.sum ? 'overflow-hidden' : ''} ${pinnedEdge(columns, index)}`}
        >
          {column.sum?.(summed)}
        </div>
      ))}
    </div>
  );
}

/** A phrase per valid setting. */
export function hiddenBy<Row>(
  state: TableState,
  columns: readonly Column<Row>[],
  hides: readonly QuickFilter<Row>[],
): readonly string[] {
  const words: string[] = [];
  if (state.search.trim() !== '') words.push(`“${state.search.trim()}”`);
  for (const column of columns) {
    const { id, head } = column;
    const typed = state.filters[id];
    const parsed = typed === undefined ? null : parseFilter(typed, column);
    if (typed !== undefined && parsed?.ok && parsed.filter) words.push(`${head} ${typed.trim()}`);
    const picked = state.facets[id] ?? [];
    if (picked.length > 0) words.push(`${head}: ${picked.map((value) => value || 'none').join(' or ')}`);
  }
  for (const { id, label } of hides) {
    if (state.hides.includes(id)) words.push(`“${label}”`);
  }
  return words;
}

/** Heads of the columns that rows are sorted by although they are not shown. */
export function unseenSortHeads<Row>(
  sort: readonly SortKey[],
  columns: readonly Column<Row>[],
  shown: readonly Column<Row>[],
): readonly string[] {
  return sort.flatMap(({ id }) =>
    shown.some((column) => column.id === id) ? [] : (columns.find((column) => column.id === id)?.head ?? []),
  );
}
