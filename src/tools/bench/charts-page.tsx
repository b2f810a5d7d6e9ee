// Page of the charts bench.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { keepPrepared, prepareValues } from '#charts/prepared-values.ts';
import { defaultWeight } from '#lib/statistics.ts';
import { LossCharts } from '#pages/fine-tunes/charts/LossCharts.tsx';
import type { ChartMark, ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import { readChartView, type ChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { strokesAt, watchFirst, watchNotches, type Shown } from './charts-measure.ts';
import '#ui/theme.css';

const firstMs = Date.UTC(2026, 0, 5, 9, 30);

declare global {
  var chartsBench: {
    /** Train losses only; `isPrepared` as by the worker of a dropped file. */
    make: (runs: number, points: number, isPrepared: boolean) => void;
    show: () => Promise<Shown>;
    hide: () => void;
    /** Shared steps, then values of each run. */
    points: () => Float64Array[];
    notches: (kind: 'zoom' | 'pan') => Promise<number[]>;
    strokesAt: (share: number) => number;
  };
}

const root = createRoot(document.querySelector('#root') ?? document.body);
const query = new URLSearchParams(location.search);
let runs = [madeRun(0, 2_000, true)];

const marks: readonly ChartMark[] = [500, 1000, 1500, 2000].map((step) => ({
  step,
  word: `checkpoint ${step}`,
  kind: 'checkpoint',
  id: `checkpoint ${step}`,
}));

function BenchPage() {
  const [view, setView] = useState<ChartView>(() => readChartView(Object.fromEntries(query)));
  return (
    <main className="p-4">
      <LossCharts runs={runs} marks={runs.length === 1 ? marks : []} view={view} onView={setView} />
    </main>
  );
}

globalThis.chartsBench = {
  make(count, points, isPrepared) {
    runs = Array.from({ length: count }, (_, index) => madeRun(index, points, false));
    if (!isPrepared) return;
    for (const { curves } of runs)
      for (const { values } of curves.curves.get('train loss') ?? [])
        for (const weight of [0, defaultWeight])
          keepPrepared(values, { weight, isLog: false }, prepareValues(values, { weight, isLog: false }));
  },
  async show() {
    root.render(null);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const points = runs.reduce(
      (sum, { curves }) => sum + (curves.curves.get('train loss')?.[0]?.steps.length ?? 0),
      0,
    );
    return watchFirst(() => root.render(<BenchPage />), points);
  },
  hide: () => root.render(null),
  points() {
    const segments = runs.flatMap(({ curves }) => curves.curves.get('train loss')?.slice(0, 1) ?? []);
    return [...segments.slice(0, 1).map(({ steps }) => steps), ...segments.map(({ values }) => values)];
  },
  notches: watchNotches,
  strokesAt,
};

// Without the bench: ?runs=3&points=5000.
if (query.has('runs')) {
  const points = Number(query.get('points') ?? 2_000);
  runs = Array.from({ length: Number(query.get('runs')) }, (_, index) => madeRun(index, points, true));
  root.render(<BenchPage />);
}

/** Deterministic. @param isWhole not only the train loss */
export function madeRun(number: number, points: number, isWhole: boolean): ChartRun {
  const noise = createNoise(number + 1);
  const decay = (share: number) => 0.35 + 0.05 * number + 1.6 * Math.exp(-5 * share);
  const train = segment(points, 1, (share, index) =>
    index % Math.ceil(points / 3) === 17 ? 4 + number : decay(share) * (1 + 0.12 * noise()),
  );
  const curves = new Map([['train loss', [train]]] as const);
  const all: CurveSet = { sources: ['made'], curves };
  if (!isWhole) return { ...facts(number), curves: all };
  const every = Math.max(1, Math.floor(points / 12));
  const whole: CurveSet = {
    sources: ['made'],
    curves: new Map([
      ['train loss', [train]],
      ['eval loss', [segment(12, every, (share) => decay(share) + 0.05 + 0.02 * noise())]],
      ['learning rate', [segment(points, 1, (share) => 1e-4 * Math.min(1, share * 20) * (1 - share * 0.9))]],
      ['gradient norm', [segment(points, 1, () => Math.exp(0.4 * noise()) * 1.2)]],
    ]),
  };
  return { ...facts(number), curves: whole };
}

function facts(number: number): Omit<ChartRun, 'curves'> {
  return {
    id: `run-${number + 1}`,
    label: `run ${number + 1}`,
    tokensPerStep: 2048,
    dollarsPerStep: 0.0004,
    startedMs: null,
  };
}

function segment(
  count: number,
  every: number,
  valueAt: (share: number, index: number) => number,
): CurveSegment {
  const steps = Float64Array.from({ length: count }, (_, index) => (index + 1) * every);
  return {
    steps,
    values: Float64Array.from(steps, (_, index) => valueAt(index / count, index)),
    epochs: steps.map((step) => step / (count * every) / 0.5),
    timesMs: steps.map((step) => firstMs + step * 730 + ((step * 7919) % 97)),
    sources: new Uint16Array(count),
    lines: Uint32Array.from(steps, (_, index) => index + 1),
  };
}

/** -1 to 1; alike on every machine. */
function createNoise(seed: number): () => number {
  let state = seed * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state | 0, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return () => next() + next() + next() - 1.5;
}
