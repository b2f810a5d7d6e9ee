// Visible rows, deferred behind typing, in a stable order.
import { useDeferredValue, useMemo, useState } from 'react';
import { arrange, type ArrangeState, type QuickFilter } from './arrange.ts';
import type { Column } from './column.ts';
import { isSameOrder, keepOrder, rowIds } from './row-order.ts';

interface Arrangement<Row> {
  readonly rows: readonly ShownRow<Row>[];
  /** By which they are arranged. */
  readonly settled: ArrangeState;
  /** Sorting again would move rows. */
  readonly isOutOfOrder: boolean;
  readonly sortAgain: () => void;
}

export interface ShownRow<Row> {
  readonly id: string;
  readonly row: Row;
}

/** `columns` and `hides` must keep their identity, and `rows` until a row changes. */
export function useArrangement<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  getId: (row: Row) => string,
  state: ArrangeState,
  hides: readonly QuickFilter<Row>[],
): Arrangement<Row> {
  const settled = useDeferredValue(useSettled(state));
  const ids = useMemo(() => rowIds(rows, getId), [rows, getId]);
  const byId = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const sorted = useMemo(
    () => arrange(rows, columns, settled, hides).map((index) => ids[index] ?? ''),
    [rows, columns, hides, settled, ids],
  );

  const [kept, setKept] = useState<Kept>({ settled, sorted, order: sorted });
  let order: readonly string[] = kept.order;
  if (kept.sorted !== sorted || kept.settled !== settled) {
    order = kept.settled === settled && settled.sort.length > 0 ? keepOrder(kept.order, sorted) : sorted;
    setKept({ settled, sorted, order });
  }

  const shown = useMemo(
    () =>
      order.flatMap((id) => {
        const row = rows[byId.get(id) ?? -1];
        return row === undefined ? [] : [{ id, row }];
      }),
    [order, rows, byId],
  );
  const isOutOfOrder = useMemo(() => !isSameOrder(order, sorted), [order, sorted]);
  const sortAgain = () => setKept({ settled, sorted, order: sorted });
  return { rows: shown, settled, isOutOfOrder, sortAgain };
}

interface Kept {
  readonly settled: ArrangeState;
  readonly sorted: readonly string[];
  readonly order: readonly string[];
}

/** The same object until a part that affects rows differs. */
function useSettled(state: ArrangeState): ArrangeState {
  const [settled, setSettled] = useState(state);
  if (settled === state || contentOf(settled) === contentOf(state)) return settled;
  setSettled(state);
  return state;
}

// A page may recreate the state from the URL each time.
function contentOf({ search, filters, facets, hides, sort }: ArrangeState): string {
  return JSON.stringify([search, filters, facets, hides, sort]);
}
