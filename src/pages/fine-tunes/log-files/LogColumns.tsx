// Columns of a log file: draw on request, map by hand.
import { useState } from 'react';
import { formatCount, formatCounted } from '#lib/format.ts';
import { curveNames } from '#pages/fine-tunes/curves/curve.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import type { ColumnRole, LogColumn, UnreadLine } from './log-report.ts';

interface LogColumnsProps {
  name: string;
  columns: readonly LogColumn[];
  isOpen: boolean;
  onRole: (key: string, role: ColumnRole) => void;
}

const maxShown = 24;

export function LogColumns({ name, columns, isOpen, onRole }: LogColumnsProps) {
  // The first mapped column draws a curve; more may be mapped.
  const [wasOpen] = useState(isOpen);
  if (columns.length === 0) return null;
  // By name, so that a pressed button keeps its place and focus.
  const sorted = columns.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const others = sorted.filter(({ role }) => role === 'none' || role === 'metric');
  return (
    <div className="grid gap-1 text-dense text-muted">
      {others.length > 0 && (
        <div
          role="group"
          aria-label={`Other metrics in ${name}`}
          className="flex flex-wrap items-center gap-1"
        >
          <span>Draw also:</span>
          {others.slice(0, maxShown).map(({ key, role }) => (
            <Button
              key={key}
              look={role === 'metric' ? 'plain' : 'quiet'}
              aria-pressed={role === 'metric'}
              onClick={() => onRole(key, role === 'metric' ? 'none' : 'metric')}
            >
              <span className="max-w-60 truncate font-mono">{key}</span>
            </Button>
          ))}
          {others.length > maxShown && <span>and {others.length - maxShown} more under “Columns”</span>}
        </div>
      )}
      <details open={wasOpen}>
        <summary className="w-fit">Columns</summary>
        <div className="mt-1 grid max-h-72 grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-6 gap-y-1 overflow-y-auto border-l border-line pl-3">
          {sorted.map(({ key, role }) => (
            <label key={key} className="flex min-w-0 items-center justify-between gap-2">
              <span className="truncate font-mono" title={key}>
                {key}
              </span>
              <Select
                value={role}
                onValue={(next) => onRole(key, next)}
                options={choices}
                className="w-44 shrink-0"
              />
            </label>
          ))}
        </div>
      </details>
    </div>
  );
}

const choices: readonly { readonly value: ColumnRole; readonly label?: string }[] = [
  { value: 'none', label: 'not drawn' },
  { value: 'metric', label: 'a chart of its own' },
  ...curveNames.map((value) => ({ value })),
  { value: 'step', label: 'x: step' },
  { value: 'epoch', label: 'x: epoch' },
  { value: 'tokens', label: 'x: tokens so far' },
  { value: 'elapsed', label: 'x: seconds since the start' },
  { value: 'time', label: 'x: time' },
];

interface UnreadLinesProps {
  count: number;
  /** Only the first. */
  lines: readonly UnreadLine[];
}

export function UnreadLines({ count, lines }: UnreadLinesProps) {
  return (
    <details className="text-dense">
      <summary className="w-fit text-warn">
        {formatCounted(count, 'line was', 'lines were')} not understood
      </summary>
      <div
        role="region"
        aria-label="Lines that were not understood"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard, too
        tabIndex={0}
        className="mt-1 max-h-56 overflow-auto border-l border-line pl-3"
      >
        <PlainTable
          label="Lines"
          columns={unreadColumns}
          rows={lines}
          rowKey={({ ordinal }) => ordinal}
          look=""
        />
        {count > lines.length && (
          <p className="mt-1 text-muted">and {formatCount(count - lines.length)} more</p>
        )}
      </div>
    </details>
  );
}

const unreadColumns: readonly PlainColumn<UnreadLine>[] = [
  { id: 'line', isNumber: true, cell: ({ line }) => formatCount(line) },
  { id: 'why', look: 'min-w-40', cellLook: 'text-muted', cell: ({ reason }) => reason },
  { id: 'text', cellLook: 'font-mono wrap-anywhere', cell: ({ text }) => text },
];
