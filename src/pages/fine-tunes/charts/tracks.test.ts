import { expect, test } from 'vitest';
import { indexExtremes } from '#lib/decimate.ts';
import { smooth } from '#lib/smoothing.ts';
import { placeMarks } from './LossCharts.tsx';
import { hiddenText, isFlatWhenLinear, noLogText, ySpan } from './axes.ts';
import { defaultChartView, type ChartView } from './chart-view.ts';
import { fittedParts, panelsOf, wholeSpan } from './panels.ts';
import { placeWords, readPanel, readingWords, nearestX, pointNear, stepX } from './read-panel.ts';
import { lastAndBest, throughput, tracksOf, type Track } from './track.ts';
import type { CurvePoint } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { axisColumn, axisFacts, whyNoAxis } from './axis-column.ts';
import type { ChartRun } from './chart-run.ts';
import { pointRows } from './point-rows.ts';
import { chartFigure, pointsCsv } from './ExportMenu.tsx';

function point(step: number, value: number, others: Partial<CurvePoint> = {}): CurvePoint {
  return { name: 'train loss', step, value, line: step, ...others };
}

function run(points: readonly CurvePoint[], facts: Partial<ChartRun> = {}): ChartRun {
  return {
    id: 'a',
    label: 'run a',
    curves: collectCurves('log.txt', points),
    tokensPerStep: null,
    dollarsPerStep: null,
    startedMs: null,
    ...facts,
  };
}

function tracks(runs: readonly ChartRun[], view: Partial<ChartView> = {}): readonly Track[] {
  return tracksOf(runs, { ...defaultChartView, ...view });
}

function trainOf(all: readonly Track[]): Track {
  const found = all.find(({ name }) => name === 'train loss');
  if (found === undefined) throw new Error('no train loss');
  return found;
}

test('every axis has its unit, and points without a position on it are dropped and counted', () => {
  const own = run(
    [point(1, 5, { epoch: 0.5, timeMs: 1000 }), point(2, 4), point(4, 3, { epoch: 2, timeMs: 5000 })],
    { tokensPerStep: 10, dollarsPerStep: 0.25, startedMs: 500 },
  );
  const xs = (x: ChartView['x']) => trainOf(tracks([own], { x })).parts.map((part) => Array.from(part.x));
  expect(xs('step')).toEqual([[1, 2, 4]]);
  expect(xs('tokens')).toEqual([[10, 20, 40]]);
  expect(xs('cost')).toEqual([[0.25, 0.5, 1]]);
  expect(xs('epoch')).toEqual([[0.5, 2]]);
  expect(xs('wall')).toEqual([[1000, 5000]]);
  expect(xs('elapsed')).toEqual([[500, 4500]]);
  expect(trainOf(tracks([own], { x: 'epoch' })).missingCount).toBe(1);
});

test('an axis is cached as long as its curve, and recomputed when a fact changes', () => {
  const own = run([point(1, 5), point(2, 4)], { tokensPerStep: 10 });
  const segment = own.curves.curves.get('train loss')?.[0];
  if (segment === undefined) throw new Error('no segment');
  const first = axisColumn(segment, axisFacts(own, 'tokens'));
  expect(axisColumn(segment, axisFacts(own, 'tokens'))).toBe(first);
  expect(axisColumn(segment, { ...axisFacts(own, 'tokens'), tokensPerStep: 20 }).x[1]).toBe(40);
});

test('a clock that was set back never moves the line back', () => {
  const own = run([point(1, 5, { timeMs: 100 }), point(2, 4, { timeMs: 40 }), point(3, 4, { timeMs: 120 })]);
  expect(trainOf(tracks([own], { x: 'wall' })).parts.map(({ x }) => Array.from(x))).toEqual([
    [100, 100, 120],
  ]);
});

test('an axis without data says why', () => {
  const own = run([point(1, 5)]);
  expect(whyNoAxis([own], 'step')).toBeNull();
  expect(whyNoAxis([own], 'cost')).toBe('cost per step unknown');
  expect(whyNoAxis([own], 'epoch')).toBe('no point has an epoch');
  expect(whyNoAxis([run([point(1, 5, { timeMs: 7 })])], 'wall')).toBeNull();
});

test('a restart is a separate line', () => {
  expect(trainOf(tracks([run([point(1, 5), point(2, 4), point(1, 6), point(3, 3)])])).parts).toHaveLength(2);
});

test('the nearest point is read exactly, of two restarts the newer one, with its source', () => {
  const train = trainOf(tracks([run([point(1, 5), point(9, 4), point(2, 6.125), point(5, 3)])]));
  expect(pointNear(train, 2)?.value).toBe(6.125);
  expect(pointNear(train, 8)?.source).toBe('log.txt, row 9');
  expect(nearestX([train], 100)).toBe(9);
  expect(nearestX([], 100)).toBeNull();
});

test('steps go through the points of all lines together and stop at the ends', () => {
  const all = tracks([run([point(1, 5), point(3, 4), point(2, 1, { name: 'eval loss' }), point(6, 3)])]);
  const losses = all.filter(({ name }) => name !== 'throughput');
  expect([1, 2, 3, -1, -9].map((count) => stepX(losses, 1, count))).toEqual([2, 3, 6, 1, 1]);
});

test('throughput counts stretches of the clock, not points of the same second', () => {
  const points = [point(1, 5, { timeMs: 0 }), point(2, 5, { timeMs: 0 }), point(5, 5, { timeMs: 2000 })];
  const [segment] = throughput(run(points).curves, null);
  expect([...(segment?.values ?? [])]).toEqual([(4 / 2000) * 60_000]);
  expect([...(throughput(run(points).curves, 100)[0]?.values ?? [])]).toEqual([200]);
  expect(throughput(run([point(1, 5)]).curves, null)).toEqual([]);
});

test('curves are coloured within a single run, by run with several, and the baseline is muted', () => {
  const points = [point(1, 5), point(1, 5, { name: 'eval loss' })];
  expect(tracks([run(points)]).map(({ colour, label }) => [colour, label])).toEqual([
    ['series-1', 'train'],
    ['series-2', 'eval'],
  ]);
  const many = Array.from({ length: 8 }, (_, index) =>
    run([point(1, 5)], { id: `${index}`, label: `r${index}` }),
  );
  const drawn = tracks(many, { baseline: '1' });
  expect(drawn[1]?.colour).toBe('muted');
  expect([drawn[0]?.dash, drawn[6]?.dash.length, drawn[6]?.colour]).toEqual([[], 2, 'series-1']);
});

test('a reading says where another point is only if that reads differently, and its step', () => {
  const points = [
    point(1, 5, { timeMs: 60_000 }),
    point(1, 4, { name: 'eval loss', timeMs: 60_020 }),
    point(2, 4, { name: 'eval loss', timeMs: 90_000 }),
  ];
  const [panel] = panelsOf(tracks([run(points, { startedMs: 0 })], { x: 'elapsed' }), [], undefined);
  if (panel === undefined) throw new Error('no panel');
  const at = (x: number) =>
    readingWords(
      readPanel(panel, x, 'elapsed', { smoothing: 0, isLog: false }),
      placeWords(panel.tracks, [], x, 'elapsed'),
    );
  expect(at(60_000)).toMatch(/^after 1 min 00 s: train 5, step 1, from [^;]*; eval 4, step 1, from /);
  expect(at(90_000)).toMatch(/^after 1 min 30 s: train 5, after 1 min 00 s, step 1, from /);
});

test('a reading names what is marked nearest to its point', () => {
  const drawn = tracks([run([point(10, 5), point(20, 4), point(30, 3)])]);
  const marks = [
    { x: 16, word: 'checkpoint 16' },
    { x: 20, word: 'divergence' },
    { x: 25, word: 'checkpoint 25' },
    { x: 26, word: 'spike' },
    { x: 90, word: 'stall' },
  ];
  const at = (x: number) => placeWords(drawn, marks, x, 'step');
  expect(at(10)).toBe('step 10');
  expect(at(20)).toBe('step 20, checkpoint 16, divergence, checkpoint 25');
  expect(at(30)).toBe('step 30, spike, stall');
});

test('names of runs drawn together follow the curve and are cut to where they differ', () => {
  const points = [point(1, 5), point(1, 5, { name: 'eval loss' })];
  const names = ['acme/tale-1m-w2-lost', 'acme/tale-1m-w2-hot'];
  const drawn = tracks(names.map((label) => run(points, { id: label, label })));
  expect(drawn.map(({ label }) => label)).toEqual(['train lost', 'eval lost', 'train hot', 'eval hot']);
  const long = 'acme/llama-3.1-8b-instruct-support-tickets-2026-11-lora-r64-lr2e-4-seed-';
  const seeds = tracks([`${long}1`, `${long}2`, 'own'].map((label) => run(points, { id: label, label })));
  expect(seeds[2]?.label).toBe('train acme/llama-3.1…ora-r64-lr2e-4-seed-2');
  const same = tracks(['same', 'same'].map((label, index) => run(points, { id: `${index}`, label })));
  expect(same[0]?.label).toBe('train same');
});

test('an evaluation without an epoch or a time is placed by its step', () => {
  const own = run(
    [
      point(10, 5, { epoch: 1, timeMs: 1_000 }),
      point(20, 4, { epoch: 2, timeMs: 3_000 }),
      point(10, 6, { name: 'eval loss' }),
      point(15, 5.5, { name: 'eval loss' }),
      point(25, 5, { name: 'eval loss' }),
    ],
    { startedMs: 0 },
  );
  const evalXs = (x: ChartView['x']) =>
    tracks([own], { x })
      .filter(({ name }) => name === 'eval loss')
      .map(({ parts, missingCount }) => [parts.map((part) => Array.from(part.x)), missingCount]);
  expect(evalXs('epoch')).toEqual([[[[1, 1.5]], 1]]);
  expect(evalXs('elapsed')).toEqual([[[[1_000, 2_000]], 1]]);
  expect(evalXs('wall')).toEqual([[[[1_000, 2_000]], 1]]);
  expect(evalXs('step')).toEqual([[[[10, 15, 25]], 0]]);
  // The table and the file read them from here.
  const [segment] = tracks([own]).find(({ name }) => name === 'eval loss')?.segments ?? [];
  expect(segment?.epochs).toEqual(Float64Array.of(1, 1.5, Number.NaN));
});

test('a difference compares measured values at the same position', () => {
  const base = run(
    [8, 40, 48].map((step) => point(step, step / 10, { name: 'eval loss' })),
    { id: 'base' },
  );
  const other = run(
    [40, 44, 60].map((step) => point(step, 1, { name: 'eval loss' })),
    { id: 'other' },
  );
  const view = { ...defaultChartView, isLog: false, baseline: 'base' };
  const all = tracksOf([base, other], view);
  const [panel] = panelsOf(all, [base, other], undefined);
  if (panel === undefined) throw new Error('no panel');
  const at = (x: number) => {
    const row = readPanel(panel, x, 'step', view).find(({ track }) => track.run === other);
    return [row?.point.x, row?.difference, row?.isBetween];
  };
  expect(at(40)).toEqual([40, -3, false]);
  expect(at(44)[1]).toBeCloseTo(-3.4, 9);
  expect(at(44)[2]).toBe(true);
  expect(at(60)).toEqual([60, null, false]);
});

test('charts exist for known curves, the loss chart always, and the plan extends the axis of steps', () => {
  const own = run([point(1, 5), point(4, 3)]);
  const planned = { steps: Float64Array.of(0, 20), rates: Float64Array.of(1, 0) };
  const all = tracks([own]);
  expect(panelsOf(all, [own], undefined).map(({ id }) => id)).toEqual(['loss']);
  expect(panelsOf(all, [own], planned).map(({ id }) => id)).toEqual(['loss', 'rate']);
  expect(panelsOf([], [], undefined).map(({ id }) => id)).toEqual(['loss']);
  const rates = run([point(1, 5, { name: 'learning rate' })]);
  expect(panelsOf(tracks([rates]), [rates], undefined).map(({ id }) => id)).toEqual(['rate']);
  expect(wholeSpan(all, planned, 'step')).toEqual({ from: 0, to: 20 });
  expect(wholeSpan(all, undefined, 'step')).toEqual({ from: 1, to: 4 });
  expect(wholeSpan([], undefined, 'step')).toBeNull();
});

test('evaluations before a restart keep their epoch', () => {
  const losses = [1, 2, 3, 4, 3, 4, 5, 6].map((step) => point(step, 5, { epoch: step / 10 }));
  const evaluations = [2, 5].map((step) => point(step, 4, { name: 'eval loss' }));
  const all = tracks([run([...losses, ...evaluations])], { x: 'epoch' });
  const evaluated = all.find(({ name }) => name === 'eval loss');
  expect(evaluated?.parts.map(({ x }) => Array.from(x))).toEqual([[0.2, 0.5]]);
});

test('marks are placed at their step on every axis that has it', () => {
  const own = run([point(1, 5, { timeMs: 100 }), point(4, 3, { timeMs: 900 })], { tokensPerStep: 10 });
  const marks = [{ step: 3, word: 'checkpoint 3', kind: 'checkpoint', id: 'c' } as const];
  const at = (x: ChartView['x']) => placeMarks(marks, own, tracks([own], { x }), x).map((mark) => mark.x);
  expect([at('step'), at('tokens'), at('wall'), at('cost')]).toEqual([[3], [30], [900], []]);
});

test('a mark before a restart keeps its time, and each restart has its own, at the step that it goes on from', () => {
  const steps = [1, 2, 3, 2, 3, 2, 3];
  const own = run(
    steps.map((step, index) => point(step, 5, { epoch: step / 10, timeMs: index * 100 })),
    { startedMs: -50 },
  );
  const at = (x: ChartView['x'], step: number, timeMs: number | null = null) =>
    placeMarks([{ step, word: '', kind: 'event', id: '', timeMs }], own, tracks([own], { x }), x)[0]?.x;
  expect([at('wall', 1), at('wall', 1, 290), at('wall', 1, 490), at('wall', 3)]).toEqual([0, 290, 490, 600]);
  expect([at('elapsed', 1, 290), at('epoch', 1, 290), at('step', 1, 290)]).toEqual([340, 0.1, 1]);
});

test('an alert is on the pass in which it was found, on every axis', () => {
  const steps = [1, 2, 3, 2, 3, 2, 3];
  const own = run(
    steps.map((step, index) => point(step, 5, { epoch: step + index / 10, timeMs: index * 100 })),
    { startedMs: -50 },
  );
  const at = (x: ChartView['x'], timeMs: number | null) =>
    placeMarks([{ step: 3, word: '', kind: 'alert', id: '', timeMs }], own, tracks([own], { x }), x)[0]?.x;
  expect([at('wall', 200), at('wall', 410), at('wall', null)]).toEqual([200, 400, 600]);
  expect([at('elapsed', 200), at('epoch', 200), at('step', 200)]).toEqual([250, 3.2, 3]);
});

test('the axis of time reaches to a restart that no step has followed', () => {
  const own = run([point(1, 5, { timeMs: 100 }), point(4, 3, { timeMs: 900 })], { startedMs: 50 });
  const spanOf = (x: ChartView['x']) => {
    const drawn = tracks([own], { x });
    const restart = { step: 4, word: 'restarted', kind: 'event', id: 'r', timeMs: 1_500 } as const;
    return wholeSpan(drawn, undefined, x, placeMarks([restart], own, drawn, x));
  };
  expect(spanOf('wall')).toEqual({ from: 100, to: 1_500 });
  expect(spanOf('elapsed')).toEqual({ from: 50, to: 1_450 });
  expect(spanOf('step')).toEqual({ from: 1, to: 4 });
});

test('the file holds every point, NaN in words, unknown times empty, and runs no formula', () => {
  const own = run([point(1, 5), point(2, Number.NaN, { epoch: 0.5, timeMs: 0 })], { label: '=1+1, "x"' });
  const lines = [...pointsCsv([trainOf(tracks([own]))], 0.5)].join('').split('\r\n');
  expect(lines).toEqual([
    'run,curve,part,step,epoch,time,value,smoothed,source',
    '"\'=1+1, ""x""",train loss,1,1,,,5,5,"log.txt, row 1"',
    '"\'=1+1, ""x""",train loss,1,2,0.5,1970-01-01T00:00:00.000Z,NaN,NaN,"log.txt, row 2"',
    '',
  ]);
});

test('the file also holds points without a position on the chosen axis', () => {
  const points = [point(1, 5), point(2, 4, { epoch: 0.5, timeMs: 0 }), point(1, 3)];
  const own = run(points, { startedMs: 0 });
  const fileOver = (x: ChartView['x']) => [...pointsCsv([trainOf(tracks([own], { x }))], 0.5)].join('');
  const file = fileOver('step');
  expect(file.split('\r\n')).toHaveLength(5);
  expect([fileOver('epoch'), fileOver('wall'), fileOver('elapsed'), fileOver('cost')]).toEqual([
    file,
    file,
    file,
    file,
  ]);
});

test('the table shows the rows of the window, restart after restart', () => {
  const points = [point(1, 5, { timeMs: 1_000 }), point(9, 4, { timeMs: 61_000 }), point(2, 6), point(5, 3)];
  const rows = pointRows(trainOf(tracks([run(points)])), { from: 2, to: 9 }, null);
  expect(rows.count).toBe(3);
  expect([0, 1, 2].map((index) => [rows.row(index).part, rows.row(index).step])).toEqual([
    [1, 9],
    [2, 2],
    [2, 5],
  ]);
  expect([rows.row(0).elapsedMs, rows.row(1).elapsedMs]).toEqual([60_000, Number.NaN]);
  expect(() => rows.row(3)).toThrow('no row 3 of 3');
});

test('a spike spread by smoothing is counted with the clipped values', () => {
  const values = Float64Array.from({ length: 60 }, (_, index) => (index === 20 ? 1e9 : 1 + (index % 5) / 10));
  const x = Float64Array.from(values, (_, index) => index);
  const [window, span] = [
    { from: 0, to: 59 },
    { from: 0.9, to: 1.5 },
  ];
  const series = (weight: number) => [{ x, y: indexExtremes(smooth(values, weight)) }];
  const said = hiddenText(series(0), window, span, series(0.6));
  expect(said).toMatch(
    /^Clipping hides 1 above 1.5. The smoothed line stays outside for \d\d more; less smoothing/,
  );
  expect(hiddenText(series(0), window, span, series(0))).toBe('Clipping hides 1 above 1.5.');
});

test('an axis without points still has a range', () => {
  const whole = { from: 0, to: 1 };
  expect(ySpan([], whole, { isLog: true, isClipped: false }).from).toBeGreaterThan(0);
  expect(ySpan([], whole, { isLog: false, isClipped: true })).toEqual({ from: 0, to: 1 });
  expect(hiddenText([], whole, whole)).toBeNull();
});

test('a zoom holds the smoothed line, too, unless outliers are clipped', () => {
  const x = Float64Array.of(0, 1, 2);
  const part = (...values: number[]) => ({
    x,
    y: indexExtremes(Float64Array.from(values)),
  });
  const drawn = { raw: [part(9, 1, 1)], edges: [], smoothed: [part(9, 5, 3)] };
  const zoom = { from: 1, to: 2 };
  expect(
    ySpan(fittedParts(drawn, false), zoom, { isLog: false, isClipped: false }).to,
  ).toBeGreaterThanOrEqual(5);
  expect(ySpan(fittedParts(drawn, true), zoom, { isLog: false, isClipped: true }).to).toBeLessThan(5);
});

test('a manual bound overrides that of the values, and the other bound stays automatic', () => {
  const whole = { from: 0, to: 1 };
  const parts = [{ x: Float64Array.of(0, 1), y: indexExtremes(Float64Array.of(1, 3)) }];
  const spanOf = (from: number | null, to: number | null, isLog = false) =>
    ySpan(parts, whole, { isLog, isClipped: true, range: { from, to } });
  expect(spanOf(0.5, 2)).toEqual({ from: 0.5, to: 2 });
  expect(spanOf(null, 2)).toEqual({ from: spanOf(null, 9).from, to: 2 });
  expect(spanOf(50, null).from).toBe(50);
  expect(spanOf(50, null).to).toBeGreaterThan(50);
  expect(spanOf(-1, 2, true).from).toBeGreaterThan(0);
  expect(noLogText({ from: 0, to: 2 })).toBe('A log scale cannot show 0: choose linear for this range.');
  expect(noLogText({ from: null, to: 2 })).toBeNull();
  expect(hiddenText(parts, whole, { from: 0, to: 2 }, [], 'The y range')).toBe(
    'The y range hides 1 above 2.',
  );
});

const isFlat = (losses: readonly number[]) =>
  isFlatWhenLinear(tracks([run(losses.map((loss, index) => point(index + 1, loss)))]));

test('a loss that falls to near zero is flat on a linear axis, unless a logarithm cannot show it', () => {
  const falling = Array.from({ length: 100 }, (_, index) => 8 * 0.8 ** index + 0.001);
  expect(isFlat(falling)).toBe(true);
  expect(isFlat([...falling, Number.NaN])).toBe(true);
  expect(isFlat([...falling, 0])).toBe(false);
  expect(isFlat(falling.map((loss) => loss + 2))).toBe(false);
  expect(isFlat(Array.from({ length: 100 }, (_, index) => 8 - index * 0.07))).toBe(false);
  expect(isFlat([])).toBe(false);
});

test('a legend has the newest loss and the lowest finite one', () => {
  const [track] = tracks([run([point(1, 3), point(2, 1), point(3, -Infinity), point(4, 2)])]);
  expect(track && lastAndBest(track)).toEqual({ last: 2, best: 1 });
  expect(lastAndBest({ segments: [] })).toEqual({ last: null, best: null });
});

test.each([
  [['a'], 'Loss by step · run a'],
  [['a', 'b'], 'Loss by step'],
])('a picture of %o is headed %s', (ids, title) => {
  const runs = ids.map((id) => run([point(1, 5), point(2, 4)], { id, label: `run ${id}` }));
  const panels = panelsOf(tracks(runs), runs, undefined);
  const view = { ...defaultChartView, isLog: false };
  const { shapes } = chartFigure({ panels, view, whole: { from: 1, to: 2 }, marks: [], planned: null });
  expect(shapes.find((shape) => shape.kind === 'text')).toMatchObject({ text: title });
});
