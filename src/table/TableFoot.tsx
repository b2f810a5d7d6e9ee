// Under the rows: how many there are, how many are hidden and by what, and the way back.
import { useState, type ReactNode } from 'react';
import { formatCount } from '#lib/format.ts';
import { isFiltered, showAll, type ChangeTable, type TableState } from './table-state.ts';

interface TableFootProps {
  label: string;
  total: number;
  shown: number;
  state: TableState;
  onState: ChangeTable;
  /** What hides rows, in words. */
  reasons: readonly string[];
  isOutOfOrder: boolean;
  onSortAgain: () => void;
  /** At the far end: what the cursor stands on. */
  children: ReactNode;
}

/** "12 of 43 models · 31 hidden by filters · Show all"; after that, "Undo" until a filter is set again. */
export function TableFoot(props: TableFootProps) {
  const { label, total, shown, state, onState, reasons, isOutOfOrder, onSortAgain, children } = props;
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
          : `${formatCount(total)} ${label}`}
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
      {isOutOfOrder && <FootButton onPress={onSortAgain}>Values have changed: sort again</FootButton>}
      {state.sort.length > 0 && (
        <FootButton onPress={() => onState((now) => ({ ...now, sort: [] }))}>Clear the order</FootButton>
      )}
      <div className="ml-auto min-w-0 max-tablet:w-full max-tablet:empty:hidden">{children}</div>
    </div>
  );
}

function FootButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" onClick={onPress} className="h-control text-act hover:underline">
      {children}
    </button>
  );
}
