// The rows of a run, virtualised: what is in view streams, filters and order are set by the reader.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { DataTable } from '#table/DataTable.tsx';
import { emptyState, type TableState } from '#table/table-state.ts';
import { cellColumns, planRowId, type PlanRow } from './cell-columns.tsx';
import { cellState } from './cell-state.ts';
import { askChecks, checkCell, patternChecks } from './check-cell.ts';
import type { DataRun } from './data-run.ts';
import { useSetup } from './setup-store.ts';
import { useRunPulse, useRunVersion } from './use-run-version.ts';

/** Milliseconds between two readings of all rows, which filters and order go by. */
const readingMs = { few: 1_000, many: 5_000 };

interface CellsTableProps {
  run: DataRun;
  openRow: number | null;
  onOpen: (row: number) => void;
}

/** Rows in view change in every frame; filters and order follow at a distance, and only where some are set. */
export function CellsTable({ run, openRow, onOpen }: CellsTableProps) {
  const check = useSetup((state) => state.check);
  const [state, setState] = useState<TableState>(emptyState);
  const isArranged =
    state.sort.length > 0 || state.search !== '' || hasKeys(state.filters) || hasKeys(state.facets);
  const count = run.read.plan.rows.length;
  const pulse = useRunPulse(run, count > 20_000 ? readingMs.many : readingMs.few);
  useRunVersion(run);
  const checked = useSyncExternalStore(patternChecks.subscribe, patternChecks.version);
  useEffect(() => askChecks(run, check), [run, check, pulse]);
  const all = useMemo(() => Array.from({ length: count }, (_, row): PlanRow => ({ row })), [count]);
  const reading = isArranged ? pulse + checked : 0;
  // oxlint-disable-next-line react/exhaustive-deps -- a new array, so that the table reads the values anew
  const rows = useMemo(() => [...all], [all, reading]);
  const columns = useMemo(() => cellColumns(run, check), [run, check]);
  const outputs = run.read.plan.outputs.length;

  const getVersion = ({ row }: PlanRow) => {
    let version = '';
    for (let cell = row * outputs; cell < (row + 1) * outputs; cell += 1) {
      const growing = run.results[cell] === undefined ? run.runOf(cell) : undefined;
      const outcome = checkCell(run, check, cell) ?? '';
      version += `${cellState(run, cell).label} ${growing?.recording.tokenCount ?? ''} ${outcome};`;
    }
    return version;
  };

  return (
    <DataTable
      label="rows"
      rows={rows}
      columns={columns}
      getId={planRowId}
      state={state}
      onState={setState}
      onOpen={({ row }) => onOpen(row)}
      openId={openRow === null ? undefined : String(openRow)}
      getVersion={getVersion}
    />
  );
}

function hasKeys(record: object): boolean {
  return Object.keys(record).length > 0;
}
