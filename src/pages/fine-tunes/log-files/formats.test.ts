// Other trainers' files: curves read, and columns offered to draw.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { logFormats } from './formats.ts';
import type { LogMapping, LogReport } from './log-report.ts';
import { readLog } from './read-log.ts';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import { files, type Curves } from '#pages/fine-tunes/testing/trainer-files.ts';

const read = (text: string, name = 'log.txt', mapping: LogMapping = {}) =>
  readLog(logFile(text, name), undefined, mapping);
const real = async (name: string, mapping: LogMapping = {}) =>
  await read(await readFile(new URL(`../testing/${name}`, import.meta.url), 'utf8'), name, mapping);
const leftOf = ({ columns }: LogReport) =>
  columns.filter(({ role }) => role === 'none').map(({ key }) => key);

test.each(files)(
  '%s, %s: the curves are read and the other columns are offered',
  async (_, name, text, curves, left) => {
    const report = await read(text, name);
    expect(report.unread).toEqual([]);
    expect(leftOf(report)).toEqual(left);
    expect(curvesOf(report)).toEqual(pairsByName(curves));
  },
);

function curvesOf(report: LogReport) {
  const names = [...(report.runs[0]?.curves.curves.keys() ?? [])];
  return Object.fromEntries(names.map((name) => [name, pairsOf(report, name)]));
}

function pairsByName(curves: Curves) {
  const entries = Object.entries(curves).map(([name, values = {}]) => {
    const pairs = Object.entries(values).map(([step, value]) => [Number(step), value]);
    return [name, pairs] as const;
  });
  return Object.fromEntries(entries);
}

const samples: Readonly<Record<string, string>> = {
  'TensorBoard, JSON': '[[1770000000.5, 1, 2.5]]',
  'trainer state, JSON': '{"log_history": [{"step": 1, "loss": 2}]}',
  'metrics rows, JSON': '[{"train/global_step": 1, "train/loss": 2}]',
  JSON: '{"loss": [3, 2]}',
  'LLaMA-Factory log, JSON lines': '{"current_steps": 1, "loss": 3}\n{"current_steps": 2, "loss": 2}\n',
  'JSON lines': '{"step": 1, "loss": 3}\n{"step": 2, "loss": 2}\n',
  'TensorBoard, CSV': 'Wall time,Step,Value\n1,1,2\n',
  'curves saved by this page, CSV':
    'run,curve,part,step,epoch,time,value,smoothed,source\na,train loss,1,1,,,2,2,a\n',
  'W&B chart, CSV': '"Step","a - loss"\n1,2\n',
  'fine-tuning result, CSV': 'step,train_loss,train_accuracy\n1,2,0.5\n',
  'table, CSV': 'step,loss\n1,2\n',
  'XGBoost or LightGBM, console': '[0]\ttrain-logloss:0.5\n',
  'CatBoost, console': '0:\tlearn: 0.5\ttotal: 1ms\n',
  'console of Composer': '[batch=1/9]:\n\t Train loss/train/total: 3\n',
  'log of llm.c or build-nanogpt': 's:0 tel:11.5\n',
  'training table of spaCy': 'E    #       LOSS NER  SCORE\n  0       0     39.33    0.00\n',
  'training table of a notebook': 'Step Training Loss\n10 2.5\n',
  'console log of a trainer': "{'loss': 2, 'step': 1}\n",
};

test.each(logFormats)('$name is recognised before any other format', async ({ name }) => {
  expect((await read(samples[name] ?? '')).format).toBe(name);
});

test('a history of W&B has no NaN where a row does not log a figure, and each where it was measured', async () => {
  const report = await real('wandb-history.csv');
  expect(report.unread).toEqual([]);
  const losses = pairsOf(report, 'train loss');
  expect(losses.map(([step]) => step)).toEqual(Array.from({ length: 12 }, (_, index) => (index + 1) * 10));
  expect(losses.filter(([, value]) => Number.isNaN(value)).map(([step]) => step)).toEqual([80]);
  expect(pairsOf(report, 'gradient norm').filter(([, value]) => Number.isNaN(value))).toHaveLength(1);
  expect(pairsOf(report, 'eval loss').map(([step]) => step)).toEqual([40, 80, 120]);
  expect(pairsOf(report, 'learning rate')).toHaveLength(12);
  expect(leftOf(report)).toEqual(['eval/runtime', 'eval/samples_per_second']);
});

test('a chart of W&B has two runs and no column of its lowest and highest', async () => {
  const report = await real('wandb-chart.csv');
  expect(report.runs.map(({ label }) => label)).toEqual(['lora-r16', 'lora-r64']);
  expect(pairsOf(report, 'eval loss', 'lora-r64')).toHaveLength(5);
  expect(leftOf(report)).toEqual([]);
  expect(report.notes).toEqual([]);
});

test('a chart of W&B with a band notes that only its values are drawn', async () => {
  const head = '"Step","base - train/loss","base - train/loss__MIN","base - train/loss__MAX"\n';
  const report = await read(`${head}"0","3","3","3"\n"10","2","1.5","2.5"\n"20","1","0.5","1.5"\n`);
  expect(pairsOf(report, 'train loss')).toHaveLength(3);
  expect(report.notes).toEqual([
    'The band between the columns __MIN and __MAX is not drawn, only the value between them.',
  ]);
});

test('the state of a preference tuning offers its rewards, and a chosen one is a curve', async () => {
  const report = await real('trainer_state.json');
  expect(pairsOf(report, 'train loss')).toHaveLength(6);
  expect(pairsOf(report, 'eval loss')).toHaveLength(2);
  expect(leftOf(report)).toEqual([
    'logits/chosen',
    'logits/rejected',
    'logps/chosen',
    'logps/rejected',
    'rewards/accuracies',
    'rewards/chosen',
    'rewards/margins',
    'rewards/rejected',
    'eval_logits/chosen',
    'eval_rewards/accuracies',
    'eval_rewards/margins',
    'eval_runtime',
    'eval_samples_per_second',
    'eval_steps_per_second',
  ]);
  const mapped = await real('trainer_state.json', { 'rewards/margins': 'metric' });
  expect(pairsOf(mapped, 'metric:rewards/margins')).toEqual(
    [1, 2, 3, 4, 5, 6].map((at) => [at * 10, Number((0.05 * at).toFixed(2))]),
  );
  expect(mapped.columns).toContainEqual({ key: 'rewards/margins', role: 'metric' });
});

test('a console of Axolotl gets steps from its coloured bar, and evaluations the step before them', async () => {
  const report = await real('axolotl-console.txt');
  expect(report.unread).toEqual([]);
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual(
    Array.from({ length: 12 }, (_, index) => (index + 1) * 10),
  );
  expect(pairsOf(report, 'eval loss').map(([step]) => step)).toEqual([60, 120]);
});

test('rows with the newest first are one curve, whose repeated steps are the newest', async () => {
  const steps = Array.from({ length: 50 }, (_, index) => 50 - index);
  const report = await read(
    JSON.stringify([
      { 'train/global_step': 50, 'train/loss': 0 },
      ...steps.map((step) => ({ 'train/global_step': step, 'train/loss': step })),
    ]),
  );
  expect(report.runs[0]?.curves.curves.get('train loss')).toHaveLength(1);
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual(steps.toReversed());
});

test('times without a zone are read as UTC, with a note', async () => {
  const said = 'The file’s times have no time zone; they were read as UTC.';
  const notes = async (time: string) => (await read(`time,step,loss\n${time},1,2\n${time},2,1\n`)).notes;
  expect(await notes('2026-03-01 10:00:00')).toEqual([said]);
  expect(await notes('2026-03-01T10:00:00.5+01:00')).toEqual([]);
  expect(await notes('2026-03-01T10:00:00Z')).toEqual([]);
  expect((await read("2026-03-01 10:00:00,250 INFO {'loss': 1.0, 'step': 5}\n")).notes).toEqual([said]);
});
