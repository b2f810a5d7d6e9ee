// All that a chart says at one x: each track's nearest point, raw and smoothed, and what parts it from the baseline.
import { findPrepared } from '#charts/prepared-values.ts';
import { differenceText, placeText, valueText } from './figure-text.ts';
import { isSmoothed, type LineView } from './panel-lines.ts';
import type { Panel } from './panels.ts';
import type { XAxis } from './chart-view.ts';
import { pointNear, valueAt, type TrackPoint } from './read-track.ts';
import type { Track } from './track.ts';

/** One row of a reading. */
export interface ReadingRow {
  readonly track: Track;
  readonly point: TrackPoint;
  /** Null where the track is not drawn smoothed. */
  readonly smoothed: number | null;
  /** Against the baseline at the same place, both as measured. Null without a baseline, and where it has no points around. */
  readonly difference: number | null;
  /** The baseline has no point at this place: its value is that of the line between two. */
  readonly isBetween: boolean;
  /** The point lies elsewhere than the reading line: its own place, in words. */
  readonly place: string | null;
}

/** Rows of the tracks that are drawn, in their order. */
export function readPanel(panel: Panel, x: number, axis: XAxis, view: LineView): readonly ReadingRow[] {
  const shown = panel.tracks.filter((track) => !track.isHidden);
  const points = shown.flatMap((track) => {
    const point = pointNear(track, x);
    return point === null ? [] : [{ track, point, smoothed: smoothedOf(panel, track, point, view) }];
  });
  return points.map((row) => {
    const base = points.find(
      (each) => each.track.isBaseline && each !== row && each.track.name === row.track.name,
    );
    const { track, point, smoothed } = row;
    const there = base === undefined ? null : valueAt(base.track, point.x);
    return {
      track,
      point,
      smoothed,
      difference: there === null ? null : point.value - there.value,
      isBetween: there?.isBetween === true,
      place: point.x === x ? null : placeText(point.x, axis),
    };
  });
}

function smoothedOf(panel: Panel, track: Track, { part, index }: TrackPoint, view: LineView): number | null {
  const { smoothing, isLog } = view;
  if (!isSmoothed(panel, track, smoothing)) return null;
  const prepared = findPrepared(part.values, { weight: smoothing, isLog: isLog && panel.canBeLog });
  return prepared?.values[index] ?? null;
}

/** A reading as a sentence: `step 120: train 0.41, smoothed 0.43, from events:12; eval …`. */
export function readingWords(rows: readonly ReadingRow[], x: number, axis: XAxis): string {
  const parts = rows.map(({ track, point, smoothed, difference, isBetween, place }) =>
    [
      `${track.label} ${valueText(point.value)}`,
      ...(smoothed === null ? [] : [`smoothed ${valueText(smoothed)}`]),
      ...(difference === null
        ? []
        : [`${differenceText(difference)} against the baseline${isBetween ? ' between its points' : ''}`]),
      ...(place === null ? [] : [`at ${place}`]),
      `from ${point.source}`,
    ].join(', '),
  );
  return `${placeText(x, axis)}: ${parts.length === 0 ? 'no point' : parts.join('; ')}`;
}
