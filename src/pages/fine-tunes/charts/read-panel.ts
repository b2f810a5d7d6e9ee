// Values of all curves at one x, with differences from the baseline.
import type { DenseMark } from '#charts/DenseChart.tsx';
import { findPrepared } from '#charts/prepared-values.ts';
import { lowerBound, upperBound } from '#lib/bisect.ts';
import { differenceText, placeText, valueText } from './figure-text.ts';
import { isSmoothed, type Track, type TrackPart } from './track.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { type CurveSegment, interpolate, sourceOf } from '#pages/fine-tunes/curves/curve.ts';
import { openEventId, type Spread } from './chart-run.ts';
import type { XAxis, Zoom } from './chart-view.ts';
import type { LineView, Panel } from './panels.ts';

export interface ReadingRow {
  readonly track: Track;
  readonly point: TrackPoint;
  /** Null where not drawn smoothed. */
  readonly smoothed: number | null;
  /** Of measured values; null without a baseline value. */
  readonly difference: number | null;
  /** The baseline's value is interpolated. */
  readonly isBetween: boolean;
  /** Null where it reads as the reading line's. */
  readonly place: string | null;
  /** Null on the axis of steps. */
  readonly step: string | null;
}

export function readPanel(panel: Panel, x: number, axis: XAxis, view: LineView): readonly ReadingRow[] {
  const shown = panel.tracks.filter((track) => !track.isHidden);
  const points = shown.flatMap((track) => {
    const point = pointNear(track, x);
    return point === null ? [] : [{ track, point, smoothed: smoothedOf(panel, track, point, view) }];
  });
  const here = placeText(x, axis);
  return points.map((row) => {
    const base = points.find(
      (each) => each.track.isBaseline && each !== row && each.track.name === row.track.name,
    );
    const { track, point, smoothed } = row;
    const place = placeText(point.x, axis);
    // Beyond its end a curve is read at its end, where the baseline’s value is not the one shown.
    const isHere = base?.point.x === point.x || !isOutside(track, x);
    const there = base === undefined || !isHere ? null : valueAt(base.track, point.x);
    return {
      track,
      point,
      smoothed,
      difference: there === null ? null : point.value - there.value,
      isBetween: there?.isBetween === true,
      place: place === here ? null : place,
      step: axis === 'step' ? null : placeText(point.step, 'step'),
    };
  });
}

function isOutside({ parts }: Track, x: number): boolean {
  return (
    parts.every((part) => x < (part.x[0] ?? Infinity)) ||
    parts.every((part) => x > (part.x.at(-1) ?? -Infinity))
  );
}

function smoothedOf(panel: Panel, track: Track, { part, index }: TrackPoint, view: LineView): number | null {
  const { smoothing, isLog } = view;
  if (!isSmoothed(track, smoothing)) return null;
  const prepared = findPrepared(part.values, { weight: smoothing, isLog: isLog && panel.canBeLog });
  return prepared?.values[index] ?? null;
}

/** `step 120, checkpoint 120: train 0.41, smoothed 0.43, from events, row 12; eval …` */
export function readingWords(rows: readonly ReadingRow[], here: string): string {
  const parts = rows.map(({ track, point, smoothed, difference, isBetween, place, step }) =>
    [
      `${track.label} ${valueText(point.value)}`,
      ...(smoothed === null ? [] : [`smoothed ${valueText(smoothed)}`]),
      ...(difference === null
        ? []
        : [`${differenceText(difference)} against the baseline${isBetween ? ' between its points' : ''}`]),
      ...(place === null ? [] : [place]),
      ...(step === null ? [] : [step]),
      `from ${point.source}`,
    ].join(', '),
  );
  return `${here}: ${parts.length === 0 ? 'no point' : parts.join('; ')}`;
}

interface TrackPoint {
  readonly part: TrackPart;
  /** Index in the part. */
  readonly index: number;
  readonly x: number;
  readonly step: number;
  readonly value: number;
  /** As of `pointSource`. */
  readonly source: string;
  /** `3 runs, 1 interpolated` of a mean; null for a run. */
  readonly runs: string | null;
}

/** At equal distance the newest restart's. */
export function pointNear(track: Track, x: number): TrackPoint | null {
  let best: { readonly part: TrackPart; readonly index: number; readonly distance: number } | null = null;
  for (const part of track.parts) {
    const after = Math.min(part.x.length - 1, lowerBound(part.x, x));
    for (const index of [after - 1, after]) {
      const distance = Math.abs((part.x[index] ?? Infinity) - x);
      if (best === null || distance <= best.distance) best = { part, index, distance };
    }
  }
  return best === null || best.distance === Infinity ? null : pointAt(track, best.part, best.index);
}

/** Measured or interpolated, newest restart first; null outside. */
function valueAt(
  { parts }: Track,
  x: number,
): { readonly value: number; readonly isBetween: boolean } | null {
  for (const part of parts.toReversed()) {
    const after = lowerBound(part.x, x);
    const value = interpolate(part.x, part.values, after, x);
    if (value !== null) return { value, isBetween: part.x[after] !== x };
  }
  return null;
}

export function nearestX(tracks: readonly Track[], x: number): number | null {
  let best: number | null = null;
  for (const track of tracks) {
    const found = pointNear(track, x)?.x ?? null;
    if (found !== null && (best === null || Math.abs(found - x) < Math.abs(best - x))) best = found;
  }
  return best;
}

/** `count` points away over all tracks, negative for back; stops at the ends. */
export function stepX(tracks: readonly Track[], x: number, count: number): number | null {
  let at = nearestX(tracks, x);
  for (let left = Math.abs(count); left > 0 && at !== null; left -= 1) {
    const next = neighbour(tracks, at, count > 0);
    if (next === null) return at;
    at = next;
  }
  return at;
}

/**
 * `step 120, checkpoint 120 · best`: with the marks to which this point is the nearest. A time without
 * points can be long: a mark in it is named with its own, `after 4 min 43 s, restarted after 5 min 43 s`.
 */
export function placeWords(
  tracks: readonly Track[],
  marks: readonly Pick<DenseMark, 'x' | 'word'>[],
  x: number,
  axis: XAxis,
): string {
  const before = neighbour(tracks, x, false) ?? -Infinity;
  const after = neighbour(tracks, x, true) ?? Infinity;
  const near = marks.filter((mark) => mark.x - before > x - mark.x && mark.x - x <= after - mark.x);
  const here = placeText(x, axis);
  const named = near.map((mark) => {
    const place = placeText(mark.x, axis);
    return (axis === 'elapsed' || axis === 'wall') && place !== here ? `${mark.word} ${place}` : mark.word;
  });
  return [here, ...[...new Set(named)].slice(0, maxWords)].join(', ');
}

/** Null where the mark of the open event is in view. */
export function openEventOutside(
  marks: readonly Pick<DenseMark, 'id' | 'x'>[],
  zoom: Zoom | null,
  axis: XAxis,
): string | null {
  const mark = marks.find(({ id }) => id === openEventId);
  if (mark === undefined || zoom === null || (mark.x >= zoom.from && mark.x <= zoom.to)) return null;
  return `The open event, at ${placeText(mark.x, axis)}, is outside the zoom.`;
}

/** Marks before the first point or after the last may be many. */
const maxWords = 3;

function neighbour(tracks: readonly Track[], x: number, isForward: boolean): number | null {
  let best: number | null = null;
  for (const { parts } of tracks) {
    for (const part of parts) {
      // Points at one x count once.
      const found = part.x[isForward ? upperBound(part.x, x) : lowerBound(part.x, x) - 1];
      if (found === undefined) continue;
      if (best === null || (isForward ? found < best : found > best)) best = found;
    }
  }
  return best;
}

/** As of `sourceOf`; for a mean `3 runs, 1 interpolated, 0.41 to 0.52`. */
export function pointSource({ run, name, segments }: Track, segment: CurveSegment, position: number): string {
  const spreads = name === 'throughput' ? undefined : run.spread?.get(name);
  const spread = spreads?.[segments.indexOf(segment)];
  if (spread === undefined) return sourceOf(run.curves, segment, position);
  const [from, to] = [spread.low[position] ?? Number.NaN, spread.high[position] ?? Number.NaN];
  const runs = runsAt(segment, spread, position);
  return segment.lines[position] === 1 ? runs : `${runs}, ${valueText(from)} to ${valueText(to)}`;
}

function runsAt({ lines }: CurveSegment, { between }: Spread, position: number): string {
  const count = between[position] ?? 0;
  return `${formatCounted(lines[position] ?? 0, 'run')}${count === 0 ? '' : `, ${formatCount(count)} interpolated`}`;
}

function pointAt(track: Track, part: TrackPart, index: number): TrackPoint {
  const position = part.positions?.[index] ?? index;
  return {
    part,
    index,
    x: part.x[index] ?? Number.NaN,
    step: part.segment.steps[position] ?? Number.NaN,
    value: part.values[index] ?? Number.NaN,
    source: pointSource(track, part.segment, position),
    runs: part.spread && runsAt(part.segment, part.spread, position),
  };
}
