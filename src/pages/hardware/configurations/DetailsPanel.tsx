// Details of one configuration.
import { type ReactNode, useMemo } from 'react';
import { historyOf, type Snapshot } from '#pricing/price-history.ts';
import { cellText, type Column } from '#table/column.ts';
import { CopyButton, RawJson } from '#ui/CopyButton.tsx';
import { useNow } from '#ui/use-now.ts';
import { ago } from './age.ts';
import type { HardwareRow } from './hardware-row.ts';
import { changesIn, differenceWords } from './use-price-history.ts';

interface DetailsPanelProps {
  row: HardwareRow;
  columns: readonly Column<HardwareRow>[];
  history: ReactNode;
}

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

const shownAtMost = 8;

/** No interpolation before the first snapshot. */
export function RowHistory({ id, pages }: { id: string; pages: readonly Snapshot[] }) {
  const nowMs = useNow(60_000);
  const prices = historyOf(pages, id, 'cents_per_minute').flatMap(({ atMs, value }) =>
    typeof value === 'number' ? [{ atMs, value }] : [],
  );
  const changes = useMemo(() => changesIn(pages, id), [pages, id]);
  const first = prices[0];
  const last = prices.at(-1);
  return (
    <section className="mt-4 border-t border-line pt-2">
      <h3 className="font-medium">As seen from this browser</h3>
      {first && last ? (
        <>
          {prices.some(({ value }) => value !== first.value) && (
            <Sparkline
              points={prices}
              untilMs={Math.max(nowMs, last.atMs)}
              label={`Price from ${first.value} to ${last.value} ¢/min in ${prices.length} price snapshots`}
            />
          )}
          <p className="text-dense text-muted tabular-nums">
            {first !== last && `${first.value.toFixed(2)} ¢/min ${ago(first.atMs, nowMs)}, `}
            {last.value.toFixed(2)} ¢/min {ago(last.atMs, nowMs)}
          </p>
        </>
      ) : (
        <p className="text-muted">No price recorded.</p>
      )}
      <ul className="mt-1 text-dense">
        {changes.slice(0, shownAtMost).map(({ atMs, difference }) => (
          <li key={`${atMs} ${differenceWords(difference)}`} className="wrap-anywhere">
            <span className="text-faint">{ago(atMs, nowMs)}</span> {differenceWords(difference)}
          </li>
        ))}
      </ul>
      {changes.length > shownAtMost && (
        <p className="text-dense text-faint">{changes.length - shownAtMost} earlier changes not shown.</p>
      )}
    </section>
  );
}

interface SparklineProps {
  /** Oldest first; Unix milliseconds. */
  points: readonly { readonly atMs: number; readonly value: number }[];
  /** Until then the last value holds. */
  untilMs: number;
  label: string;
}

const width = 240;
const height = 32;
const edge = 3;

/** Up to 240 px wide. Equal values give a level line in the middle. */
function Sparkline({ points, untilMs, label }: SparklineProps) {
  const first = points[0];
  if (first === undefined) return null;
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const timeMs = Math.max(1, untilMs - first.atMs);
  const x = (atMs: number) => edge + ((atMs - first.atMs) / timeMs) * (width - 2 * edge);
  const y = (value: number) =>
    span === 0 ? height / 2 : height - edge - ((value - low) / span) * (height - 2 * edge);
  const steps = points.map(({ atMs, value }, index) =>
    index === 0 ? `M${x(atMs)} ${y(value)}` : `H${x(atMs)}V${y(value)}`,
  );
  const last = points.at(-1) ?? first;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="h-8 w-60 max-w-full">
      <path d={`${steps.join('')}H${x(untilMs)}`} fill="none" stroke="var(--series-1)" strokeWidth="1.5" />
      <circle cx={x(untilMs)} cy={y(last.value)} r="2.5" fill="var(--series-1)" />
    </svg>
  );
}
