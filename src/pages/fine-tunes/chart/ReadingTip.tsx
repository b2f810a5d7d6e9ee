// What is read at one place, as rows: colour and name, measured, smoothed, difference, source.
import { Fragment } from 'react';
import type { XAxis } from './chart-view.ts';
import { differenceText, placeText, valueText } from './figure-text.ts';
import { LineSample } from './LineSample.tsx';
import type { ReadingRow } from './read-panel.ts';

interface ReadingTipProps {
  rows: readonly ReadingRow[];
  x: number;
  axis: XAxis;
}

/** More rows than these are only counted: the tip must not cover the plot. */
const mostRows = 10;

/** Stands in the tip of a plot; the figures are exact. */
export function ReadingTip({ rows, x, axis }: ReadingTipProps) {
  const hasDifference = rows.some(({ difference }) => difference !== null);
  const hasSmoothed = rows.some(({ smoothed }) => smoothed !== null);
  const shown = rows.slice(0, mostRows);
  const columns = [
    'auto',
    'auto',
    ...(hasSmoothed ? ['auto'] : []),
    ...(hasDifference ? ['auto'] : []),
    'auto',
  ];
  return (
    <>
      <p className="pb-0.5 text-muted">{placeText(x, axis)}</p>
      <div className="grid gap-x-3" style={{ gridTemplateColumns: columns.join(' ') }}>
        {shown.map(({ track, point, smoothed, difference, place }) => (
          <Fragment key={track.key}>
            <span className="flex min-w-0 items-center gap-1.5 truncate">
              <LineSample colour={track.colour} dash={track.dash} hasRing={track.isSparse} />
              {track.label}
            </span>
            <span className="text-right font-strong">{valueText(point.value)}</span>
            {hasSmoothed && (
              <span className="text-right text-muted">
                {smoothed === null ? '' : `smooth ${valueText(smoothed)}`}
              </span>
            )}
            {hasDifference && (
              <span className="text-right text-muted">
                {difference === null ? '' : `Δ ${differenceText(difference)}`}
              </span>
            )}
            <span className="truncate font-mono text-label text-faint">
              {place === null ? point.source : `${place}, ${point.source}`}
            </span>
          </Fragment>
        ))}
      </div>
      {rows.length > mostRows && <p className="text-faint">and {rows.length - mostRows} more</p>}
    </>
  );
}
