// Details of one configuration.
import { type ReactNode, useMemo } from 'react';
import { pastWords } from '#lib/dates.ts';
import { Sparkline } from '#charts/Sparkline.tsx';
import { pricesOf, priceTexts, type Snapshot } from '#pricing/price-history.ts';
import { cellText, type Column } from '#table/column.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton, RawJson } from '#ui/CopyButton.tsx';
import { useNow } from '#ui/use-now.ts';
import type { HardwareRow } from './hardware-row.ts';
import { changesIn, differenceWords } from './use-price-history.ts';

interface DetailsPanelProps {
  row: HardwareRow;
  columns: readonly Column<HardwareRow>[];
  history: ReactNode;
  onBreakEven: () => void;
}

export function DetailsPanel({ row, columns, history, onBreakEven }: DetailsPanelProps) {
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
      <div className="mt-3">
        <Button onClick={onBreakEven}>Compare with serverless</Button>
      </div>
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
      <dd className="text-right wrap-anywhere tabular-nums *:flex-wrap *:justify-end">
        {column.render?.(row) ?? cellText(column, column.value(row))}
        {formula && <span className="block text-dense text-faint">{formula}</span>}
      </dd>
    </>
  );
}

interface SeenPrice {
  readonly atMs: number;
  /** ¢/min. */
  readonly value: number;
}

/** `7.00 ¢/min 2 h ago, 5.00 ¢/min now`; the same words only once. */
export function seenWords(first: SeenPrice, last: SeenPrice, nowMs: number): string {
  const [was, is] = priceTexts(first.value, last.value, ' ¢/min');
  const words = [`${was} ${pastWords(first.atMs, nowMs)}`, `${is} ${pastWords(last.atMs, nowMs)}`];
  return [...new Set(words)].join(', ');
}

const maxShown = 8;

/** No interpolation before the first snapshot. */
export function RowHistory({ id, snapshots }: { id: string; snapshots: readonly Snapshot[] }) {
  const nowMs = useNow(60_000);
  const prices = pricesOf(snapshots, id, 'cents_per_minute');
  const changes = useMemo(() => changesIn(snapshots, id), [snapshots, id]);
  const first = prices[0];
  const last = prices.at(-1);
  return (
    <section className="mt-4 border-t border-line pt-2">
      <h3 className="font-medium">As seen from this browser</h3>
      {first && last ? (
        <>
          {prices.some(({ value }) => value !== first.value) && (
            <Sparkline
              points={[...prices, { ...last, atMs: Math.max(nowMs, last.atMs) }]}
              label={`Price from ${first.value} to ${last.value} ¢/min in ${prices.length} price snapshots`}
            />
          )}
          <p className="text-dense text-muted tabular-nums">{seenWords(first, last, nowMs)}</p>
        </>
      ) : (
        <p className="text-muted">No price recorded.</p>
      )}
      <ul className="mt-1 text-dense">
        {changes.slice(0, maxShown).map(({ atMs, difference }) => (
          <li key={`${atMs} ${differenceWords(difference)}`} className="wrap-anywhere">
            <span className="text-faint">{pastWords(atMs, nowMs)}</span> {differenceWords(difference)}
          </li>
        ))}
      </ul>
      {changes.length > maxShown && (
        <p className="text-dense text-faint">{changes.length - maxShown} earlier changes not shown.</p>
      )}
    </section>
  );
}
