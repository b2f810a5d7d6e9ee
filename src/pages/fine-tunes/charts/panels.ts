// Which charts there are, and which curves each of them shows.
import type { DenseLine, LineLook, GapSource } from '#charts/dense-line.ts';
import type { Span } from '#charts/plot-scale.ts';
import { findNearlyPrepared, findPrepared, type Preparation } from '#charts/prepared-values.ts';
import type { Wish } from '#charts/preparer.ts';
import type { DenseSeries } from '#lib/decimate.ts';
import type { ChartRun, PlannedRates } from './chart-run.ts';
import { throughputUnit, type Track, type TrackName } from './track.ts';
import { curveLabel } from '#pages/fine-tunes/curves/curve.ts';
import type { XAxis, DrawnView } from './chart-view.ts';

/** A chart: of the losses, the rate, the norm, the throughput, or of one further figure of a log. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly tracks: readonly Track[];
  /** Only losses and gradient norms are looked at on a logarithmic axis. */
  readonly canBeLog: boolean;
  /** The rate is a plan that is followed: nothing in it is noise, and nothing an outlier. */
  readonly isSmoothed: boolean;
}

const kinds = [
  { id: 'loss', title: 'Loss', names: ['train loss', 'eval loss'], canBeLog: true, isSmoothed: true },
  { id: 'rate', title: 'Learning rate', names: ['learning rate'], canBeLog: false, isSmoothed: false },
  { id: 'norm', title: 'Gradient norm', names: ['gradient norm'], canBeLog: true, isSmoothed: true },
  { id: 'throughput', title: 'Throughput', names: ['throughput'], canBeLog: false, isSmoothed: true },
] as const satisfies readonly (Omit<Panel, 'tracks' | 'unit'> & { names: readonly TrackName[] })[];

/** The charts that have something to show; the loss comes first and always. */
export function panelsOf(
  tracks: readonly Track[],
  runs: readonly ChartRun[],
  planned: PlannedRates | undefined,
): readonly Panel[] {
  const known = kinds.flatMap(({ names, ...panel }): Panel[] => {
    const own = tracks.filter(({ name }) => names.some((each) => each === name));
    const isPlanned = panel.id === 'rate' && planned !== undefined && planned.steps.length > 0;
    if (own.length === 0 && !isPlanned && panel.id !== 'loss') return [];
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

/** Everything that there is to see on the x axis, of all curves, hidden or not; null where there is no point. */
export function wholeSpan(
  tracks: readonly Track[],
  planned: PlannedRates | undefined,
  axis: XAxis,
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
  return from === to ? { from: from - 1, to: to + 1 } : { from, to };
}

/** What of a view changes the lines themselves. */
export type LineView = Pick<DrawnView, 'smoothing' | 'isLog'>;

export function isSmoothed(panel: Panel, track: Track, smoothing: number): boolean {
  return panel.isSmoothed && !track.isSparse && smoothing > 0;
}

/** What must be prepared before the chart can be drawn: the raw lines first, so that something is seen early. */
export function wishesOf(panels: readonly Panel[], { smoothing, isLog }: LineView): readonly Wish[] {
  const shown = panels.flatMap((panel) =>
    panel.tracks.filter((track) => !track.isHidden).map((track) => ({ panel, track })),
  );
  const spread = shown.flatMap(({ panel, track }) => {
    const weight = isSmoothed(panel, track, smoothing) ? smoothing : 0;
    const edges = track.parts.flatMap((part) => (part.spread ? [part.spread.low, part.spread.high] : []));
    return edges.map((values) => ({ values, weight, isLog: isLog && panel.canBeLog }));
  });
  const raw = shown.flatMap(({ panel, track }) =>
    track.parts.map(({ values }) => ({ values, weight: 0, isLog: isLog && panel.canBeLog })),
  );
  const smoothed = shown.flatMap(({ panel, track }) =>
    isSmoothed(panel, track, smoothing)
      ? track.parts.map(({ values }) => ({ values, weight: smoothing, isLog: isLog && panel.canBeLog }))
      : [],
  );
  return [...raw, ...spread, ...smoothed];
}

export interface PanelLines {
  readonly lines: readonly DenseLine[];
  /** The measured values, for the reach of the y axis and for marks. */
  readonly raw: readonly (DenseSeries & GapSource)[];
  /** The same smoothed, where they are drawn so. */
  readonly smoothed: readonly DenseSeries[];
  /** Edges of bands, for the reach of the y axis. */
  readonly edges: readonly DenseSeries[];
}

/** Reads what is prepared; call it again when more is. */
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
    const own = track.parts.flatMap(({ x, values }) => {
      const y = findPrepared(values, { weight: 0, isLog: scale });
      return y === null ? [] : [{ x, y, values }];
    });
    raw.push(...own);
    const smoothed = isSmoothed(panel, track, smoothing)
      ? track.parts.flatMap(({ x, values }) => {
          const y = findNearlyPrepared(values, { weight: smoothing, isLog: scale });
          return y === null ? [] : [{ x, y }];
        })
      : [];
    allSmoothed.push(...smoothed);
    const look = { colour: track.colour, dash: track.dash };
    const band = bandOf(track, { weight: isSmoothed(panel, track, smoothing) ? smoothing : 0, isLog: scale });
    if (band !== null) bands.push(band);
    const isFaint = isSmoothed(panel, track, smoothing);
    (track.isSparse ? top : below).push({
      key: `${track.key} raw`,
      look: rawLook(look, track, isFaint),
      parts: own,
    });
    if (smoothed.length > 0) {
      above.push({
        key: `${track.key} smooth`,
        look: { ...look, width: 2, opacity: 1, hasRings: false },
        isDerived: true,
        parts: smoothed,
      });
    }
  }
  const edges = bands.flatMap(({ parts, lower = [] }) => parts.concat(lower));
  return { lines: [...bands, ...below, ...above, ...top], raw, smoothed: allSmoothed, edges };
}

/** From the lowest to the highest run of a mean; null for a single run. */
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

/** More points than this are a dense line, which is thin. */
const sparseLength = 5_000;

function rawLook(look: Pick<LineLook, 'colour' | 'dash'>, track: Track, isFaint: boolean): LineLook {
  const count = track.parts.reduce((sum, { x }) => sum + x.length, 0);
  // A line needs two points: one alone is seen by its ring.
  if (count === 1) return { ...look, width: 1, opacity: 1, hasRings: true };
  if (isFaint) return { colour: look.colour, dash: [], width: 1, opacity: 0.35, hasRings: false };
  const width = track.isSparse || count > sparseLength ? 1 : 2;
  return { ...look, width, opacity: 1, hasRings: track.isSparse };
}
