import { expect, test } from 'vitest';
import { tracksOf } from '#pages/fine-tunes/charts/track.ts';
import { defaultChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import { curvesOf, factsOf } from '#pages/fine-tunes/testing/facts.ts';
import { noLabels } from '#pages/fine-tunes/labels.ts';
import { snapshotRuns } from './LocalPage.tsx';

const opened = ['monday', 'tuesday'].map((name, id) => ({
  id,
  name: `${name}.inferdeck.json`,
  key: Promise.resolve(null),
  read: {
    ok: true,
    snapshot: {
      savedAtMs: id,
      labels: noLabels,
      facts: factsOf({ model_output_name: 'tales' }, { curves: curvesOf({ 'train loss': [[1, 3 - id]] }) }),
    },
  } as const,
}));

test('two files of one fine-tune are two runs, each with a colour and a switch of its own', () => {
  const runs = snapshotRuns(opened, []);
  const tracks = tracksOf(runs, { ...defaultChartView, hidden: ['ft-1:train-loss'] });
  expect(tracks.map(({ isHidden, colour }) => [isHidden, colour])).toEqual([
    [true, 'series-1'],
    [false, 'series-2'],
  ]);
  expect(new Set(runs.map(({ label }) => label)).size).toBe(2);
});
