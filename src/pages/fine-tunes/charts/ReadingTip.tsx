// Chart tooltip: measured, smoothed, difference and source per curve.
import { Fragment } from 'react';
import type { TipRoom } from '#charts/PlotSurface.tsx';
import type { LineColour } from '#charts/dense-line.ts';
import { differenceText, tipText } from './figure-text.ts';
import type { ReadingRow } from './read-panel.ts';

interface ReadingTipProps {
  rows: readonly ReadingRow[];
  /** And what is marked there. */
  place: string;
  room: TipRoom;
}

/** Further ones are only counted: the tip must not cover the plot. */
const maxRows = { full: 10, narrow: 6, short: 6 } as const;

/** In little room, details are below the measured value. */
export function ReadingTip({ rows, place: here, room }: ReadingTipProps) {
  const isFull = room === 'full';
  const hasSmoothed = isFull && rows.some(({ smoothed }) => smoothed !== null);
  const hasDifference = isFull && rows.some(({ difference }) => difference !== null);
  const shown = rows.slice(0, maxRows[room]);
  // Beside differences, steps would leave the names no room.
  const hasStep = isFull && !hasDifference;
  const hasPlace = isFull && shown.some(({ place, step }) => place !== null || (hasStep && step !== null));
  const hasMean = shown.some(({ track }) => track.run.spread !== undefined);
  const columns = [
    // The source gives way to the names. A details line below them must not push the values out of the tip.
    isFull ? 'minmax(4rem,max-content)' : 'minmax(2.5rem,1fr)',
    'max-content',
    ...(hasSmoothed ? ['max-content'] : []),
    ...(hasDifference ? ['max-content'] : []),
    ...(hasPlace ? ['max-content'] : []),
    ...(isFull ? [hasMean ? 'minmax(6.5rem,1fr)' : 'minmax(0,1fr)'] : []),
  ];
  return (
    <>
      <p className="truncate pb-0.5 text-muted">{here}</p>
      <div className="grid gap-x-3" style={{ gridTemplateColumns: columns.join(' ') }}>
        {shown.map(({ track, point, smoothed, difference, isBetween, place, step }) => (
          <Fragment key={track.key}>
            <span className="flex min-w-0 items-center gap-1.5">
              <LineSample colour={track.colour} dash={track.dash} hasRing={track.isSparse} />
              <span className={isFull ? 'truncate' : 'wrap-anywhere'}>{track.label}</span>
            </span>
            <span className="text-right font-strong">{tipText(point.value)}</span>
            {hasSmoothed && (
              <span className="text-right text-muted">
                {smoothed === null ? '' : `smooth ${tipText(smoothed)}`}
              </span>
            )}
            {hasDifference && (
              <span className="text-right text-muted">
                {difference === null ? '' : `Δ ${isBetween ? '≈ ' : ''}${differenceText(difference)}`}
              </span>
            )}
            {room === 'narrow' && (
              <span className="col-span-2 pl-5 text-label wrap-anywhere text-muted">
                {[
                  ...(smoothed === null ? [] : [`smooth ${tipText(smoothed)}`]),
                  ...(difference === null ? [] : [`Δ ${isBetween ? '≈ ' : ''}${differenceText(difference)}`]),
                  ...(place === null ? [] : [place]),
                  ...(step === null ? [] : [step]),
                  ...(track.run.spread === undefined ? [] : [point.source]),
                ].join(' · ')}
              </span>
            )}
            {room === 'short' && place !== null && (
              <span className="col-span-2 pl-5 text-label text-muted">{place}</span>
            )}
            {hasPlace && (
              <span className="text-muted">{[place, hasStep ? step : null].filter(Boolean).join(', ')}</span>
            )}
            {isFull && (
              // The range of a mean is not only where it comes from.
              <span
                className={`font-mono text-label text-faint ${track.run.spread === undefined ? 'truncate' : ''}`}
              >
                {point.source}
              </span>
            )}
          </Fragment>
        ))}
      </div>
      {rows.length > shown.length && <p className="text-faint">and {rows.length - shown.length} more</p>}
    </>
  );
}

interface LineSampleProps {
  colour: LineColour;
  dash: readonly number[];
  hasRing: boolean;
}

/** Decorative: needs the name beside it. */
export function LineSample({ colour, dash, hasRing }: LineSampleProps) {
  return (
    <svg viewBox="0 0 14 8" width="14" height="8" fill="none" aria-hidden="true" className="shrink-0">
      {hasRing ? (
        <circle cx="7" cy="4" r="3" stroke={`var(--${colour})`} strokeWidth="1.5" />
      ) : (
        <path d="M0 4h14" stroke={`var(--${colour})`} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      )}
    </svg>
  );
}
