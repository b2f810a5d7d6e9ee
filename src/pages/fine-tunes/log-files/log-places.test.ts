import { expect, test } from 'vitest';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { runsOfFiles } from './log-places.ts';
import type { LogReport } from './log-report.ts';

function file(name: string, ...runs: (readonly [label: string, curve: CurveName])[]) {
  const report: LogReport = {
    format: 'W&B chart, CSV',
    runs: runs.map(([label, curve]) => ({
      label,
      curves: collectCurves(name, [{ name: curve, step: 1, value: 2, line: 3 }]),
    })),
    lines: 1,
    otherLines: 0,
    unreadCount: 0,
    unread: [],
    columns: [],
    notes: [],
  };
  return { name, state: { kind: 'read', report } };
}

const labels = (...files: ReturnType<typeof file>[]) => runsOfFiles(files).map(({ label }) => label);

test('charts of different curves of one run are merged into a run that keeps both files', () => {
  const runs = runsOfFiles([
    file('train.csv', ['warm', 'train loss'], ['cold', 'train loss']),
    file('eval.csv', ['warm', 'eval loss']),
  ]);
  expect(runs.map(({ id, label }) => [id, label])).toEqual([
    ['log-warm', 'warm'],
    ['log-cold', 'cold'],
  ]);
  expect([...(runs[0]?.curves.curves.keys() ?? [])]).toEqual(['train loss', 'eval loss']);
  expect(runs[0]?.curves.sources).toEqual(['train.csv', 'eval.csv']);
});

test('runs with the same curve stay separate, under different names', () => {
  const one = file('a.csv', ['warm', 'train loss']);
  expect(labels(one, file('b.csv', ['warm', 'train loss']))).toEqual(['warm, a.csv', 'warm, b.csv']);
  expect(
    labels(
      file('lr.csv', ['warm', 'learning rate']),
      file('loss_epoch.csv', ['warm', 'train loss']),
      file('loss_step.csv', ['warm', 'train loss']),
      file('val_loss.csv', ['warm', 'eval loss']),
    ),
  ).toEqual(['warm, loss_epoch.csv', 'warm, loss_step.csv']);
  expect(
    labels(file('trainer_state.json', ['', 'train loss']), file('trainer_state.json', ['', 'eval loss'])),
  ).toEqual(['trainer_state', 'trainer_state 2']);
  expect(labels(file('run.jsonl', ['', 'train loss']), file('run.csv', ['', 'train loss']))).toEqual([
    'run.jsonl',
    'run.csv',
  ]);
});

test('ids differ even for names without URL-safe letters', () => {
  const ids = runsOfFiles([file('x.csv', ['日本', 'train loss'], ['ελ', 'train loss'])]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

test('a run stays the same object while its files do, and unread files give no run', () => {
  const [first, second] = [file('a.csv', ['a', 'train loss']), file('b.csv', ['b', 'train loss'])];
  const before = runsOfFiles([first, { name: 'c.csv', state: { kind: 'reading' } }]);
  const after = runsOfFiles([first, second], before);
  expect(after).toHaveLength(2);
  expect(after[0]).toBe(before[0]);
});
