// Chart panels and the curves that each shows.
import type { DenseLine, LineLook, GapSource } from '#charts/dense-line.ts';
import { type Span, steady } from '#charts/plot-scale.ts';
import { findNearlyPrepared, findPrepared, type Preparation } from '#charts/prepared-values.ts';
import type { Wish } from '#charts/preparer.ts';
import type { DenseSeries } from '#lib/decimate.ts';
import type { ChartRun, PlannedRates } from './chart-run.ts';
import { isSmoothed, throughputUnit, type Track, type TrackName } from './track.ts';
import { curveLabel } from '#pages/fine-tunes/curves/curve.ts';
import type { XAxis, DrawnView } from './chart-view.ts';

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly tracks: readonly Track[];
  readonly canBeLog: boolean;
  /** The learning rate has no noise. */
  readonly isSmoothed: boolean;
}

const kinds = [
  { id: 'loss', title: 'Loss', names: ['train loss', 'eval loss'], canBeLog: true, isSmoothed: true },
  { id: 'rate', title: 'Learning rate', names: ['learning rate'], canBeLog: false, isSmoothed: false },
  { id: 'norm', title: 'Gradient norm', names: ['gradient norm'], canBeLog: true, isSmoothed: true },
  { id: 'throughput', title: 'Throughput', names: ['throughput'], canBeLog: false, isSmoothed: true },
] as const satisfies readonly (Omit<Panel, 'tracks' | 'unit'> & { names: readonly TrackName[] })[];

/** Those with content; always the loss, first. */
export function panelsOf(
  tracks: readonly Track[],
  runs: readonly ChartRun[],
  planned: PlannedRates | undefined,
): readonly Panel[] {
  const known = kinds.flatMap(({ names, ...panel }): Panel[] => {
    const own = tracks.filter(({ name }) => names.some((each) => each === name));
    const isPlanned = panel.id === 'rate' && planned !== undefined && planned.steps.length > 0;
    const isAwaited = panel.id === 'loss' && tracks.length === 0;
    if (own.length === 0 && !isPlanned && !isAwaited) return [];
    return [{ ...panel, unit: panel.id === 'throughput' ? throughputUnit(runs) : '', tracks: own }];
  });
  const metrics = [...new Set(tracks.map(({ name }) => name))].filter((name) => name.startsWith('metric:'));
  const others = metrics.map((id): Panel => ({
    id,
    title: curveLabel(id),
    unit: '',
    tracks: tracks.filter(({ name }) => name === id),
    canBeLog: false,
    isSmoothed: true,
  }));
  return [...known, ...others];
}

/**
 * Of all curves, hidden or not.
 * @param marks a restart may come after the last point
 */
export function wholeSpan(
  tracks: readonly Track[],
  planned: PlannedRates | undefined,
  axis: XAxis,
  marks: readonly { readonly x: number }[] = [],
): Span | null {
  let from = Infinity;
  let to = -Infinity;
  for (const { parts } of tracks) {
    for (const { x } of parts) {
      from = Math.min(from, x[0] ?? from);
      to = Math.max(to, x.at(-1) ?? to);
    }
  }
  if (axis === 'step' && planned !== undefined && planned.steps.length > 0) {
    from = Math.min(from, planned.steps[0] ?? from);
    to = Math.max(to, planned.steps.at(-1) ?? to);
  }
  if (from > to) return null;
  if (axis === 'elapsed' || axis === 'wall') for (const { x } of marks) to = Math.max(to, x);
  return steady(from === to ? { from: from - 1, to: to + 1 } : { from, to });
}

/** What changes the lines themselves. */
export type LineView = Pick<DrawnView, 'smoothing' | 'isLog'>;

/** Raw lines first, to draw something early. */
export function wishesOf(panels: readonly Panel[], { smoothing, isLog }: LineView): readonly Wish[] {
  const shown = panels.flatMap((panel) =>
    panel.tracks.filter((track) => !track.isHidden).map((track) => ({ panel, track })),
  );
  const spread = shown.flatMap(({ panel, track }) => {
    const weight = isSmoothed(track, smoothing) ? smoothing : 0;
    const edges = track.parts.flatMap((part) => (part.spread ? [part.spread.low, part.spread.high] : []));
    return edges.map((values) => ({ values, weight, isLog: isLog && panel.canBeLog }));
  });
  const raw = shown.flatMap(({ panel, track }) =>
    track.parts.map(({ values }) => ({ values, weight: 0, isLog: isLog && panel.canBeLog })),
  );
  const smoothed = shown.flatMap(({ panel, track }) =>
    isSmoothed(track, smoothing)
      ? track.parts.map(({ values }) => ({ values, weight: smoothing, isLog: isLog && panel.canBeLog }))
      : [],
  );
  return [...raw, ...spread, ...smoothed];
}

export interface PanelLines {
  readonly lines: readonly DenseLine[];
  /** Measured values, for the y axis and marks. */
  readonly raw: readonly (DenseSeries & GapSource)[];
  /** Where drawn smoothed. */
  readonly smoothed: readonly DenseSeries[];
  /** Of bands, for the y axis. */
  readonly edges: readonly DenseSeries[];
}

/** What the y axis holds: in a zoom a smoothed line may leave the values, whose past it carries. */
export function fittedParts(
  { raw, edges, smoothed }: Readonly<Record<'raw' | 'edges' | 'smoothed', readonly DenseSeries[]>>,
  isClipped: boolean,
): readonly DenseSeries[] {
  return [...raw, ...edges, ...(isClipped ? [] : smoothed)];
}

/** Reads what is prepared so far. */
export function panelLines(panel: Panel, { smoothing, isLog }: LineView): PanelLines {
  const below: DenseLine[] = [];
  const above: DenseLine[] = [];
  const top: DenseLine[] = [];
  const raw: (DenseSeries & GapSource)[] = [];
  const allSmoothed: DenseSeries[] = [];
  const bands: DenseLine[] = [];
  for (const track of panel.tracks) {
    if (track.isHidden) continue;
    const scale = isLog && panel.canBeLog;
    const isFaint = isSmoothed(track, smoothing);
    const own = track.parts.flatMap(({ x, values }) => {
      const y = findPrepared(values, { weight: 0, isLog: scale });
      return y === null ? [] : [{ x, y, values }];
    });
    raw.push(...own);
    const smoothed = isFaint
      ? track.parts.flatMap(({ x, values }) => {
          const y = findNearlyPrepared(values, { weight: smoothing, isLog: scale });
          return y === null ? [] : [{ x, y }];
        })
      : [];
    allSmoothed.push(...smoothed);
    const look = { colour: track.colour, dash: track.dash };
    const band = bandOf(track, { weight: isFaint ? smoothing : 0, isLog: scale });
    if (band !== null) bands.push(band);
    (track.isSparse ? top : below).push({
      key: `${track.key} raw`,
      look: rawLook(look, track, isFaint),
      parts: own,
      breaks: track.breaks,
    });
    if (smoothed.length > 0) {
      above.push({
        key: `${track.key} smooth`,
        look: { ...look, width: 2, opacity: 1, hasRings: false },
        isDerived: true,
        parts: smoothed,
        breaks: track.breaks,
      });
    }
  }
  const edges = bands.flatMap(({ parts, lower = [] }) => parts.concat(lower));
  return { lines: [...bands, ...below, ...above, ...top], raw, smoothed: allSmoothed, edges };
}

/** From minimum to maximum of a mean. */
function bandOf(track: Track, preparation: Preparation): DenseLine | null {
  const pairs = track.parts.flatMap(({ x, spread }) => {
    const low = spread && findNearlyPrepared(spread.low, preparation);
    const high = spread && findNearlyPrepared(spread.high, preparation);
    return low && high ? [{ upper: { x, y: high }, lower: { x, y: low } }] : [];
  });
  if (pairs.length === 0) return null;
  return {
    key: `${track.key} spread`,
    look: { colour: track.colour, width: 1, opacity: 0.2, dash: [], hasRings: false },
    isDerived: true,
    parts: pairs.map(({ upper }) => upper),
    lower: pairs.map(({ lower }) => lower),
  };
}

/** More make a dense, thin line. */
const sparseLength = 5_000;

function rawLook(look: Pick<LineLook, 'colour' | 'dash'>, track: Track, isFaint: boolean): LineLook {
  const count = track.parts.reduce((sum, { x }) => sum + x.length, 0);
  // A single point is only a ring.
  if (count === 1) return { ...look, width: 1, opacity: 1, hasRings: true };
  if (isFaint) return { colour: look.colour, dash: [], width: 1, opacity: 0.5, hasRings: false };
  const width = track.isSparse || count > sparseLength ? 1 : 2;
  return { ...look, width, opacity: 1, hasRings: track.isSparse };
}
