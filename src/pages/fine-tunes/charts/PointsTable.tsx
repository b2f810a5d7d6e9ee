// Virtualized table of the points of one curve.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { Span } from '#charts/plot-scale.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { smooth } from '#lib/smoothing.ts';
import { countText, elapsedText, valueText } from './figure-text.ts';
import { curveLabel } from '#pages/fine-tunes/curves/curve.ts';
import { CutId } from '#ui/CutId.tsx';
import { Select } from '#ui/Select.tsx';
import { useRem } from '#table/use-column-window.ts';
import { type PointRow, pointRows } from './point-rows.ts';
import { isSmoothed, type Track } from './track.ts';

interface PointsTableProps {
  tracks: readonly Track[];
  span: Span;
  smoothing: number;
}

/** Browsers scroll at most ten million pixels. */
const maxRows = 300_000;

export function PointsTable({ tracks, span, smoothing }: PointsTableProps) {
  const [key, setKey] = useState<string | null>(null);
  const track = tracks.find((each) => each.key === key) ?? tracks[0];
  const scroller = useRef<HTMLDivElement>(null);
  // As h-7 of a row.
  const rowHeight = 1.75 * useRem();
  const rows = useMemo(() => {
    if (track === undefined) return null;
    const smoothed = isSmoothed(track, smoothing)
      ? track.parts.map(({ values }) => smooth(values, smoothing))
      : null;
    return pointRows(track, span, smoothed);
  }, [track, span, smoothing]);
  const count = Math.min(maxRows, rows?.count ?? 0);

  // oxlint-disable-next-line react/incompatible-library -- its results change, but nothing memoizes them
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: rowHeight,
  });

  if (track === undefined || rows === null) return null;
  const isAlone = tracks.every(({ run }) => run === track.run);
  // Only a resumed run has several segments.
  const first = track.parts.length > 1 ? 0 : 1;
  const line = `grid h-7 items-center gap-x-3 px-2 ${first === 0 ? 'grid-cols-[4rem_5rem_5rem_7rem_7rem_7rem_11rem_minmax(10rem,1fr)]' : 'grid-cols-[5rem_5rem_7rem_7rem_7rem_11rem_minmax(10rem,1fr)]'}`;
  return (
    <section aria-label="Points" className="grid min-w-0 gap-1.5">
      <div className="flex flex-wrap items-center gap-2 text-dense text-muted">
        <Select
          aria-label="Curve"
          value={track.key}
          onValue={setKey}
          options={tracks.map((each) => ({
            value: each.key,
            label: isAlone ? curveLabel(each.name) : each.label,
          }))}
          className="max-w-60"
        />
        <span>
          {formatCounted(rows.count, 'point')}
          {rows.count > maxRows && `, the first ${formatCount(maxRows)} listed; zoom in to see others`}
        </span>
      </div>
      <div
        ref={scroller}
        role="table"
        aria-label={`Points of ${track.run.label} ${curveLabel(track.name)}`}
        aria-rowcount={rows.count + 1}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard, too
        tabIndex={0}
        className="h-88 overflow-auto in-data-full:h-[max(10rem,100dvh-10rem)] border-y border-line text-dense"
      >
        <div role="rowgroup" className="sticky top-0 z-10 min-w-max bg-panel">
          <div role="row" aria-rowindex={1} className={`${line} border-b border-line text-muted`}>
            {heads.slice(first).map((head, index) => (
              <span key={head} role="columnheader" className={index + first < sourceAt ? 'text-right' : ''}>
                {head}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative min-w-max" style={{ height: count * rowHeight }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={`${line} absolute inset-x-0 top-0`}
              style={{ translate: `0 ${start - rowHeight}px` }}
            >
              {cells(rows.row(index))
                .slice(first)
                .map((text, column) => (
                  <span
                    key={heads[column + first]}
                    role="cell"
                    className={column + first < sourceAt ? 'text-right' : 'text-muted'}
                  >
                    {column + first < sourceAt ? text : <CutId id={text} endLength={12} title={text} />}
                  </span>
                ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

const heads = ['segment', 'step', 'epoch', 'value', 'smoothed', 'elapsed', 'time, UTC', 'source'] as const;
const sourceAt = heads.length - 1;

function cells(row: PointRow): readonly string[] {
  const { epoch, smoothed, elapsedMs, timeMs } = row;
  return [
    String(row.part),
    countText(row.step),
    Number.isNaN(epoch) ? '' : valueText(epoch),
    valueText(row.value),
    smoothed === null ? '' : valueText(smoothed),
    Number.isNaN(elapsedMs) ? '' : elapsedText(elapsedMs),
    Number.isNaN(timeMs) ? '' : new Date(timeMs).toISOString().slice(0, 19).replace('T', ' '),
    row.source,
  ];
}
