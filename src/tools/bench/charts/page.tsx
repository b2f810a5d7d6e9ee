// The page of the charts' bench: the real charts, with curves that are made on the spot.
import '#ui/theme.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { keepPrepared } from '#charts/prepared-values.ts';
import { indexExtremes } from '#lib/extremes.ts';
import type { ChartMark } from '#pages/fine-tunes/chart/chart-run.ts';
import { readChartView, type ChartView } from '#pages/fine-tunes/chart/chart-view.ts';
import { LossCharts } from '#pages/fine-tunes/chart/LossCharts.tsx';
import { madeRun } from './made-run.ts';
import { strokesAt, watchFirst, watchNotches, type Shown } from './measure.ts';

declare global {
  /** What the bench asks of its page. */
  var chartsBench: {
    /** Makes the curves, train losses alone, with or without the index that a dropped file's worker sends; nothing is drawn. */
    make: (runs: number, points: number, isIndexed: boolean) => void;
    /** Draws them, as often as asked; takes away what was drawn before. */
    show: () => Promise<Shown>;
    hide: () => void;
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
  make(count, points, isIndexed) {
    runs = Array.from({ length: count }, (_, index) => madeRun(index, points, false));
    if (!isIndexed) return;
    for (const { curves } of runs)
      for (const { values } of curves.curves.get('train loss') ?? [])
        keepPrepared(values, { weight: 0, isLog: false }, indexExtremes(values));
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
  notches: watchNotches,
  strokesAt,
};

// To look at, without the bench: ?runs=3&points=5000, and whatever the charts read from an address.
if (query.has('runs')) {
  const points = Number(query.get('points') ?? 2_000);
  runs = Array.from({ length: Number(query.get('runs')) }, (_, index) => madeRun(index, points, true));
  root.render(<BenchPage />);
}
