// Column and key meanings chosen by the user.
import { expect, test } from 'vitest';
import { pointsCsv } from '#pages/fine-tunes/charts/ExportMenu.tsx';
import { defaultChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import { tracksOf } from '#pages/fine-tunes/charts/track.ts';
import type { LogMapping, LogReport } from './log-report.ts';
import { runsOfFiles } from './log-places.ts';
import { readLog } from './read-log.ts';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';

const read = (text: string, name = 'log.txt', mapping: LogMapping = {}) =>
  readLog(logFile(text, name), undefined, mapping);
const leftOf = ({ columns }: LogReport) =>
  columns.filter(({ role }) => role === 'none').map(({ key }) => key);

function curvesOf(report: LogReport) {
  const names = [...(report.runs[0]?.curves.curves.keys() ?? [])];
  return Object.fromEntries(names.map((name) => [name, pairsOf(report, name)]));
}

test('an unrecognised file is mapped by hand: its x column and its curves', async () => {
  const text = 'round;score;cost\n10;0,5;7\n20;0,75;6\n';
  expect(leftOf(await read(text))).toEqual(['round', 'score', 'cost']);
  const report = await read(text, 'a.csv', { round: 'step', score: 'metric', cost: 'train loss' });
  expect(curvesOf(report)).toEqual({
    'train loss': [
      [10, 7],
      [20, 6],
    ],
    'metric:score': [
      [10, 0.5],
      [20, 0.75],
    ],
  });
});

test.each([
  ['lines', '{"round": 10, "score": 0.5}\n{"round": 20, "score": 0.75}\n'],
  ['JSON', '[{"round": 10, "score": 0.5}, {"round": 20, "score": 0.75}]'],
  ['console', 'round=10 score=0.5 step 1\nround=20 score=0.75 step 2\n'],
])('a file of %s is mapped by hand', async (_, text) => {
  expect(leftOf(await read(text))).toEqual(['round', 'score']);
  const report = await read(text, 'a', { round: 'step', score: 'eval loss' });
  expect(curvesOf(report)).toEqual({
    'eval loss': [
      [10, 0.5],
      [20, 0.75],
    ],
  });
});

test('a table without a header has numbered columns', async () => {
  const text = '1,5\n2,4\n3,3\n';
  expect(leftOf(await read(text))).toEqual(['column 1', 'column 2']);
  const report = await read(text, 'a.csv', { 'column 1': 'step', 'column 2': 'train loss' });
  expect(pairsOf(report, 'train loss')).toHaveLength(3);
});

test('a curve assigned to another column is not also kept under its own name', async () => {
  const report = await read('step,loss,ce\n1,2,3\n', 'a.csv', { ce: 'train loss' });
  expect(curvesOf(report)).toEqual({ 'train loss': [[1, 3]] });
  expect(leftOf(report)).toEqual(['loss']);
  const none = await read('Wall time,Step,Value\n1,1,2\n', 'val_loss.csv', { val_loss: 'train loss' });
  expect(curvesOf(none)).toEqual({ 'train loss': [[1, 2]] });
});

test('of two columns chosen as one curve the last choice counts, and a note says so', async () => {
  const text = 'step,first,second\n1,2,3\n';
  const report = await read(text, 'a.csv', { second: 'train loss', first: 'train loss' });
  expect(curvesOf(report)).toEqual({ 'train loss': [[1, 2]] });
  expect(report.notes).toEqual(['“second” is not drawn: “first” was chosen as train loss, too.']);
  const other = await read(text, 'a.csv', { first: 'train loss', second: 'train loss' });
  expect(curvesOf(other)).toEqual({ 'train loss': [[1, 3]] });
});

test('curves saved as CSV by this page reopen unchanged', async () => {
  const text =
    'time,run,step,epoch,loss,eval_loss,acc\n1772359200,a,1,0.5,3,,0.5\n1772359201,a,2,1,NaN,2.5,0.75\n1772359202,a,1,0.5,inf,,0.25\n1772359203,"b, c",7,,9,,\n';
  const before = await read(text, 'a.csv', { acc: 'metric' });
  const runs = runsOfFiles([{ name: 'a.csv', state: { kind: 'read', report: before } }]);
  const saved = [...pointsCsv(tracksOf(runs, defaultChartView), 0.6)].join('');
  expect(saved).toContain(',throughput,');
  const after = await read(saved, 'training-curves.csv');
  expect([after.format, after.unreadCount, after.otherLines, after.notes]).toEqual([
    'curves saved by this page, CSV',
    0,
    0,
    [
      'The throughput in the file was not read; it is computed again from the times.',
      'The steps go back, first in line 4; the curves start over there, as after a restart.',
    ],
  ]);
  expect(after.columns.map(({ key }) => key)).toEqual(['train loss', 'eval loss', 'acc']);
  expect(after.runs.map(({ label, curves }) => [label, plain(curves)])).toEqual(
    before.runs.map(({ label, curves }) => [label, plain(curves)]),
  );
});

function plain({ curves }: LogReport['runs'][number]['curves']) {
  return [...curves].map(([name, segments]) => [
    name,
    segments.map(({ steps, values, epochs, timesMs }) =>
      [steps, values, epochs, timesMs].map((column) => column.join()),
    ),
  ]);
}
