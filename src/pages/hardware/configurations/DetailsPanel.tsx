// Details of one configuration: every field, formula and the raw JSON.
import type { ReactNode } from 'react';
import { cellText } from '#table/cell-text.ts';
import type { Column } from '#table/column.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { RawJson } from '#ui/RawJson.tsx';
import type { HardwareRow } from './hardware-row.ts';

interface DetailsPanelProps {
  row: HardwareRow;
  columns: readonly Column<HardwareRow>[];
  history: ReactNode;
}

/** Fields without a column are visible in the JSON. */
export function DetailsPanel({ row, columns, history }: DetailsPanelProps) {
  const { id } = row.hardware;
  return (
    <div className="p-4">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 font-mono wrap-anywhere">{id}</h2>
        <CopyButton text={() => id} label="Copy id" />
      </div>
      {row.notes.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-muted">
          {row.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {columns
          .filter((column) => column.id !== 'note' && column.id !== 'id')
          .map((column) => (
            <DetailLine key={column.id} row={row} column={column} />
          ))}
      </dl>
      {history}
      <RawJson value={row.raw} />
    </div>
  );
}

function DetailLine({ row, column }: { row: HardwareRow; column: Column<HardwareRow> }) {
  const formula = column.formula?.(row) ?? null;
  return (
    <>
      <dt className="text-muted">
        {column.head}
        {column.unit && <span className="text-dense text-faint"> {column.unit}</span>}
      </dt>
      <dd className="text-right wrap-anywhere tabular-nums *:justify-end">
        {column.render?.(row) ?? cellText(column, column.value(row))}
        {formula && <span className="block text-dense text-faint">{formula}</span>}
      </dd>
    </>
  );
}
