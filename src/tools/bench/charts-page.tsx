// Page of the charts bench.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { prepareValues } from '#charts/prepared-values.ts';
import { defaultWeight } from '#lib/smoothing.ts';
import { LossCharts } from '#pages/fine-tunes/charts/LossCharts.tsx';
import type { ChartMark, ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import { readChartView, type ChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import '#ui/theme.css';

const startMs = Date.UTC(2026, 0, 5, 9, 30);

export interface Shown {
  /** To the frame after the first lines. */
  readonly firstMs: number;
  /** To smoothed lines. */
  readonly wholeMs: number;
}

declare global {
  var chartsBench: {
    /** Train losses only, prepared as by the worker of a dropped file. */
    make: (runs: number, points: number) => void;
    show: () => Promise<Shown>;
    /** Shared steps, then values of each run. */
    points: () => Float64Array[];
    /** To the second frame after the act. */
    timed: (act: () => void) => Promise<number>;
    notches: (kind: 'zoom' | 'pan') => Promise<number[]>;
    /** Lines across a row, one per spike; `share` of the height, from the top. */
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
  make(count, points) {
    runs = Array.from({ length: count }, (_, index) => madeRun(index, points, false));
    for (const { curves } of runs)
      for (const { values } of curves.curves.get('train loss') ?? [])
        for (const weight of [0, defaultWeight]) prepareValues(values, { weight, isLog: false });
  },
  async show() {
    root.render(null);
    await frame();
    await frame();
    const points = runs.reduce(
      (sum, { curves }) => sum + (curves.curves.get('train loss')?.[0]?.steps.length ?? 0),
      0,
    );
    return watchFirst(() => root.render(<BenchPage />), points);
  },
  points() {
    const segments = runs.flatMap(({ curves }) => curves.curves.get('train loss')?.slice(0, 1) ?? []);
    return [...segments.slice(0, 1).map(({ steps }) => steps), ...segments.map(({ values }) => values)];
  },
  timed,
  notches: watchNotches,
  strokesAt,
};

// Without the bench: ?runs=3&points=5000.
if (query.has('runs')) {
  const points = Number(query.get('points') ?? 2_000);
  runs = Array.from({ length: Number(query.get('runs')) }, (_, index) => madeRun(index, points, true));
  root.render(<BenchPage />);
}

/** Resolves once the chart reports all `points`. */
async function watchFirst(show: () => void, points: number): Promise<Shown> {
  const startedAt = performance.now();
  show();
  let firstMs = 0;
  for (;;) {
    await frame();
    const caption = document.querySelector('figcaption')?.textContent ?? '';
    if (firstMs === 0 && caption.startsWith(points.toLocaleString('en-US')))
      firstMs = performance.now() - startedAt;
    const isBusy = document.querySelector('[aria-busy="true"]') !== null;
    if (firstMs > 0 && !isBusy) return { firstMs, wholeMs: performance.now() - startedAt };
    if (performance.now() - startedAt > 30_000) throw new Error(`The chart did not come: ${caption}`);
  }
}

async function watchNotches(kind: 'zoom' | 'pan'): Promise<number[]> {
  const plot = document.querySelector('[role="slider"][aria-label^="Loss"]');
  if (plot === null) throw new Error('There is no plot.');
  const { left, width } = plot.getBoundingClientRect();
  const times: number[] = [];
  for (let round = 0; round < 24; round += 1) {
    const event = new WheelEvent('wheel', {
      bubbles: true,
      cancelable: true,
      clientX: left + width * 0.4,
      deltaY: kind === 'zoom' ? -40 : 0,
      deltaX: kind === 'zoom' ? 0 : round % 2 === 0 ? 60 : -60,
      ctrlKey: kind === 'zoom',
    });
    times.push(await timed(() => plot.dispatchEvent(event)));
  }
  return times;
}

function strokesAt(share: number): number {
  const canvas = document.querySelector('canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) throw new Error('There is no canvas.');
  const { data } = context.getImageData(0, Math.round(canvas.height * share), canvas.width, 1);
  let strokes = 0;
  let isInside = false;
  for (let x = 0; x < canvas.width; x += 1) {
    const isDrawn = (data[x * 4 + 3] ?? 0) > 20;
    if (isDrawn && !isInside) strokes += 1;
    isInside = isDrawn;
  }
  return strokes;
}

async function timed(act: () => void): Promise<number> {
  await frame();
  const startedAt = performance.now();
  act();
  await frame();
  await frame();
  return performance.now() - startedAt;
}

function frame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

/** Deterministic. @param isWhole not only the train loss */
function madeRun(number: number, points: number, isWhole: boolean): ChartRun {
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
    timesMs: steps.map((step) => startMs + step * 730 + ((step * 7919) % 97)),
    sources: new Uint16Array(count),
    lines: Uint32Array.from(steps, (_, index) => index + 1),
  };
}

/** -1 to 1; alike on every machine. Not by `Random`, whose garbage would be collected while the charts are measured. */
function createNoise(seed: number): () => number {
  let state = seed * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state | 0, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return () => next() + next() + next() - 1.5;
}
