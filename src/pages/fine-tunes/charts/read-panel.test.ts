import { expect, test } from 'vitest';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { openEventId, type ChartRun } from './chart-run.ts';
import { defaultChartView, type ChartView } from './chart-view.ts';
import { panelsOf } from './panels.ts';
import { openEventOutside, placeWords, readPanel } from './read-panel.ts';
import { tracksOf } from './track.ts';

/** One step a second. */
function run(id: string, values: readonly number[]): ChartRun {
  const points = values.map((value, index) => ({
    name: 'train loss' as const,
    step: index + 1,
    value,
    line: index + 1,
    timeMs: (index + 1) * 1_000,
  }));
  const curves = collectCurves('log.txt', points);
  return { id, label: id, curves, tokensPerStep: null, dollarsPerStep: null, startedMs: 0 };
}

function lossPanel(runs: readonly ChartRun[], view: ChartView) {
  const [panel] = panelsOf(tracksOf(runs, view), runs, undefined);
  if (panel === undefined) throw new Error('no panel');
  return panel;
}

test('beyond its end a curve has no difference, unless the baseline is read at the same position', () => {
  const runs = [run('base', [1, 2, 3, 4]), run('short', [9, 9])];
  const view = { ...defaultChartView, isLog: false, baseline: 'base' };
  for (const [x, unit] of [
    ['step', 1],
    ['elapsed', 1_000],
  ] as const) {
    const panel = lossPanel(runs, { ...view, x });
    const at = (place: number) => readPanel(panel, place * unit, x, view)[1]?.difference;
    expect([at(1), at(2), at(2.4), at(4)]).toEqual([8, 7, 7, null]);
  }
});

test('a mark in a time without points is named with its own time', () => {
  const { tracks } = lossPanel([run('a', [3, 2])], { ...defaultChartView, x: 'elapsed' });
  const marks = [
    { x: 1_000, word: 'checkpoint 1' },
    { x: 62_000, word: 'restarted' },
  ];
  const at = (x: number) => placeWords(tracks, marks, x, 'elapsed');
  expect([at(1_000), at(2_000)]).toEqual([
    'after 1.0 s, checkpoint 1',
    'after 2.0 s, restarted after 1 min 02 s',
  ]);
});

test('an open event whose step is outside the zoom is said to be, in the unit of the axis', () => {
  const marks = [
    { id: 'checkpoint-5', x: 5 },
    { id: openEventId, x: 5 },
  ];
  expect(openEventOutside(marks, { from: 130, to: 150 }, 'step')).toBe(
    'The open event, at step 5, is outside the zoom.',
  );
  expect(openEventOutside(marks, { from: 5, to: 150 }, 'step')).toBeNull();
  expect(openEventOutside(marks, null, 'step')).toBeNull();
  expect(openEventOutside(marks.slice(0, 1), { from: 130, to: 150 }, 'step')).toBeNull();
});
