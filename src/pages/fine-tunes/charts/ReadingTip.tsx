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

/** More stay one line each in little room. */
const maxTall = 4;

/** One line a curve; in little room details are below it. */
export function ReadingTip({ rows, place: here, room }: ReadingTipProps) {
  const isFull = room === 'full';
  // Further ones are only counted: the tip must not cover the plot.
  const shown = rows.slice(0, isFull ? 10 : 6);
  const hasSmoothed = isFull && shown.some(({ smoothed }) => smoothed !== null);
  const hasDifference = isFull && shown.some(({ difference }) => difference !== null);
  const hasPlace = shown.some(({ place, step }) => (step ?? place) !== null);
  // Several runs need its room for their names.
  const isOne = shown.every(({ track }) => track.run === shown[0]?.track.run);
  const hasSource = isFull && isOne && shown[0]?.track.run.spread === undefined;
  const columns = [
    // The source gives way to the names.
    isFull ? 'minmax(4rem,max-content)' : 'minmax(2.5rem,1fr)',
    'max-content',
    ...(hasSmoothed ? ['max-content'] : []),
    ...(hasDifference ? ['max-content'] : []),
    ...(hasPlace ? ['max-content'] : []),
    ...(hasSource ? ['minmax(0,1fr)'] : []),
  ];
  // The legend has the whole names.
  const nameLines = rows.length <= maxTall ? 'line-clamp-2 wrap-anywhere' : 'line-clamp-1 break-all';
  return (
    <>
      <p className="truncate pb-0.5 text-muted">{here}</p>
      <div className="grid gap-x-3" style={{ gridTemplateColumns: columns.join(' ') }}>
        {shown.map(({ track, point, smoothed, difference, isBetween, place, step }) => {
          const change = difference === null ? '' : `Δ ${isBetween ? '≈ ' : ''}${differenceText(difference)}`;
          const smooth = smoothed === null ? '' : `smooth ${tipText(smoothed)}`;
          const below = [
            room === 'narrow' && rows.length <= maxTall ? smooth : '',
            room === 'narrow' ? change : '',
            // The small charts have room for the count of runs, not for their range.
            room === 'short' ? point.runs : track.run.spread && point.source,
          ];
          const words = below.filter(Boolean).join(' · ');
          return (
            <Fragment key={track.key}>
              <span className="flex min-w-0 items-center gap-1.5">
                <LineSample colour={track.colour} dash={track.dash} hasRing={track.isSparse} />
                <span className={isFull ? 'truncate' : nameLines}>{track.label}</span>
              </span>
              <span className="text-right font-strong">{tipText(point.value)}</span>
              {hasSmoothed && <span className="text-right text-muted">{smooth}</span>}
              {hasDifference && <span className="text-right text-muted">{change}</span>}
              {hasPlace && <span className="text-right text-muted">{step ?? place}</span>}
              {hasSource && <span className="truncate font-mono text-label text-faint">{point.source}</span>}
              {words !== '' && (
                <span className="col-span-full pl-5 text-label wrap-anywhere text-muted">{words}</span>
              )}
            </Fragment>
          );
        })}
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
