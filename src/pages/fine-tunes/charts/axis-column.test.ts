import { expect, test } from 'vitest';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import { curvesOf, startMs } from '#pages/fine-tunes/testing/facts.ts';
import { LogSink } from '#pages/fine-tunes/log-files/log-sink.ts';
import { defaultChartView } from './chart-view.ts';
import { pointRows } from './point-rows.ts';
import { tracksOf } from './track.ts';

test('behind the end of a log with elapsed times, those of the service go on', () => {
  const sink = new LogSink('trainer_log.jsonl');
  const columns = sink.curve('', 'train loss');
  for (const step of [1, 2, 3])
    sink.push(columns, step, 1 / step, Number.NaN, Number.NaN, step, step * 1_000 + 50);
  const [log] = sink.report('log', 3).runs;
  const service = curvesOf({ 'train loss': [1, 2, 3, 4, 5].map((step) => [step, 9] as const) });
  const run = {
    id: 'ft-1',
    label: 'tales',
    curves: mergeCurves([service, ...(log === undefined ? [] : [log.curves])]),
    tokensPerStep: null,
    dollarsPerStep: null,
    startedMs: startMs,
  };
  const [track] = tracksOf([run], { ...defaultChartView, x: 'elapsed' });
  if (track === undefined) throw new Error('no curve');
  expect([...(track.parts[0]?.x ?? [])]).toEqual([1_050, 2_050, 3_050, 4_000, 5_000]);
  expect(track.missingCount).toBe(0);
  const rows = pointRows(track, { from: 0, to: 9_000 }, null);
  expect([2, 3].map((index) => rows.row(index).elapsedMs)).toEqual([3_050, 4_000]);
});
