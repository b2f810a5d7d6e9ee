// Which charts there are, and which curves each of them shows.
import type { Span } from '#charts/plot-scale.ts';
import { curveLabel } from '#pages/fine-tunes/curves/curve.ts';
import type { ChartRun, PlannedRates } from './chart-run.ts';
import type { XAxis } from './chart-view.ts';
import { throughputUnit, type Track, type TrackName } from './track.ts';

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
