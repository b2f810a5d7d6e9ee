// What trainers really write, and its traps.
import { expect, test } from 'vitest';
import { whyNoAxis } from '#pages/fine-tunes/charts/axis-column.ts';
import { defaultChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import type { ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import { pointRows } from '#pages/fine-tunes/charts/point-rows.ts';
import { tracksOf, type Track } from '#pages/fine-tunes/charts/track.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { runsOfFiles } from './log-places.ts';
import { LogSink } from './log-sink.ts';
import { createFollowedLog, readLog } from './read-log.ts';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import { wandbCsv } from '#pages/fine-tunes/testing/log-writers.ts';

const read = (text: string, name?: string) => readLog(logFile(text, name));

test.each([
  ['Step 10/20: training loss=1.5\nStep 20/20: training loss=1.25\nStep 20/20: validation loss=2\n', 'words'],
  ['step 10: train loss 1.5, val loss 9\niter 20: loss 1.25, time 50.1ms\nstep 20: val loss 2\n', 'spaces'],
  [
    '{"step": 10, "loss": 1.5}\nsaving\n{"step": 20, "loss": 1.25, "eval_loss": 2}\nsaved\nbye\n',
    'objects between words',
  ],
])('a console of %#', async (text) => {
  const report = await read(text);
  expect(report.format).toBe('console log of a trainer');
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 1.5],
    [20, 1.25],
  ]);
  expect(pairsOf(report, 'eval loss').at(-1)).toEqual([20, 2]);
});

test('lines without any step are counted, and an evaluation gets the step before it', async () => {
  const report = await read(
    "{'loss': 3.0, 'epoch': 0.1}\n{'loss': 2.0, 'epoch': 0.2}\n{'eval_loss': 2.5}\n{'loss': 1.0}\n",
  );
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 3],
    [2, 2],
    [3, 1],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([[2, 2.5]]);
  expect(report.notes).toEqual(['Records without a step were counted.']);
});

test('progress bars of evaluation and data loading are ignored', async () => {
  const text = [
    bar('Map:', 500, 500),
    bar('', 10, 100),
    "{'loss': 3.0}",
    bar('', 3, 4),
    bar('', 4, 4),
    "{'eval_loss': 2.5}",
    bar('', 20, 100),
    "{'loss': 2.0}",
    // Restarted with another total.
    bar('', 5, 80),
    "{'loss': 9.0}",
  ].join('\n');
  const report = await read(text);
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 3],
    [20, 2],
    [5, 9],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([[10, 2.5]]);
  expect(report.runs[0]?.curves.curves.get('train loss')).toHaveLength(2);
});

test('progress bars that restart with every epoch keep counting', async () => {
  const report = await read([line(0, 10, 3), line(0, 50, 2), line(1, 10, 1)].join('\r'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 3],
    [50, 2],
    [60, 1],
  ]);
});

test('times at the beginning of lines are read', async () => {
  const report = await read("2026-03-01 10:00:00,250 INFO {'loss': 1.0, 'step': 5}\n");
  const [segment] = report.runs[0]?.curves.curves.get('train loss') ?? [];
  expect(segment?.timesMs[0]).toBe(Date.UTC(2026, 2, 1, 10, 0, 0, 250));
});

test.each(['1772359200', '1772359200000', '1772359200000000', '1772359200000000000', '2026-03-01T10:00:00Z'])(
  'the unit of the time %s is inferred from its size',
  async (time) => {
    const report = await read(`timestamp,step,loss\n${time},1,2\n`);
    expect(report.runs[0]?.curves.curves.get('train loss')?.[0]?.timesMs[0]).toBe(Date.UTC(2026, 2, 1, 10));
  },
);

test('the time of a structured log is read', async () => {
  const report = await read('{"ts": "2026-03-01T10:00:00Z", "step": 1, "loss": 2}\n');
  expect(report.runs[0]?.curves.curves.get('train loss')?.[0]?.timesMs[0]).toBe(Date.UTC(2026, 2, 1, 10));
});

test('an evaluation is never a training loss, and the mean of a run is not a point', async () => {
  const report = await read(
    "{'eval_loss': 2.5, 'step': 1}\n{'train_runtime': 1.0, 'train_loss': 7.0, 'step': 1}\n",
  );
  expect([...(report.runs[0]?.curves.curves.keys() ?? [])]).toEqual(['eval loss']);
});

test('the summary at the end of a console is not a point', async () => {
  const report = await read(
    [
      "{'loss': 2.0, 'step': 10}",
      '***** train metrics *****',
      '  train_loss               =     7.5',
      '  train_runtime            = 0:01:02.3',
      'wandb: Run summary:',
      'wandb:         train/loss 7.5',
      'TrainOutput(global_step=10, training_loss=7.5, metrics={})',
    ].join('\n'),
  );
  expect(pairsOf(report, 'train loss')).toEqual([[10, 2]]);
  expect(report.otherLines).toBe(6);
});

test('a duration before a figure is no name of it', async () => {
  const report = await read('10/10 [====] - 9s 90ms/step - loss: 1.5 - accuracy: 0.7 - val_loss: 1.6\n');
  expect(report.columns.map(({ key }) => key)).not.toContain('s (ms)');
  expect(report.columns.map(({ key }) => key)).toContain('accuracy');
  expect(pairsOf(report, 'eval loss')).toEqual([[1, 1.6]]);
});

test('runs are distinguished by a column or a key', async () => {
  const table = await read('run,step,loss\na,1,5\nb,1,6\na,2,4\n');
  const lines = await read(
    '{"run":"a","step":1,"loss":5}\n{"run":"b","step":1,"loss":6}\n{"run":"a","step":2,"loss":4}\n',
  );
  for (const report of [table, lines]) {
    expect(pairsOf(report, 'train loss', 'a')).toEqual([
      [1, 5],
      [2, 4],
    ]);
    expect(pairsOf(report, 'train loss', 'b')).toEqual([[1, 6]]);
  }
});

test('tables with one value per row name it in a column', async () => {
  const report = await read('run,tag,step,value\nx,train/loss,1,5\nx,eval/loss,1,6\nx,lr_scale,1,9\n');
  expect(pairsOf(report, 'train loss', 'x')).toEqual([[1, 5]]);
  expect(pairsOf(report, 'eval loss', 'x')).toEqual([[1, 6]]);
  expect(report.otherLines).toBe(1);
});

test('a chart over epochs keeps them, and counts its rows as steps', async () => {
  const report = await read(
    '"train/epoch","Group: base - train/loss","Group: base - train/loss__MIN"\n"0.5","3","2"\n"1","2","1"\n',
  );
  expect(report.runs.map(({ label }) => label)).toEqual(['base']);
  expect(report.runs[0]?.curves.curves.get('train loss')?.[0]?.epochs.join()).toBe('0.5,1');
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 3],
    [2, 2],
  ]);
  expect(report.notes[0]).toContain('train/epoch');
});

test.each(['Relative Time (Wall)', 'Relative Time (Process)'])(
  'a chart over %s keeps its times on elapsed time, and counts its rows as steps',
  async (x) => {
    const losses = new Map([
      [
        'warm',
        new Map([
          [0.5, 3],
          [62.25, 2],
          [3600, 1],
        ]),
      ],
      ['cold', new Map([[62.25, 5]])],
    ]);
    const report = await read(wandbCsv('train/loss', losses, x), 'chart.csv');
    expect(report.runs.map(({ label, curves }) => [label, elapsedOf(curves)])).toEqual([
      ['warm', [500, 62_250, 3_600_000]],
      ['cold', [62_250]],
    ]);
    expect(pairsOf(report, 'train loss', 'warm')).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
    expect(report.notes).toEqual([
      `The column “${x}” is not a step; the rows were counted as steps, and keep their own times over elapsed time.`,
    ]);
    const [warm] = runsOfFiles([{ name: 'chart.csv', state: { kind: 'read', report } }]);
    if (warm === undefined) throw new Error('no run');
    expect([whyNoAxis([warm], 'elapsed'), whyNoAxis([warm], 'wall')]).toEqual([null, 'no point has a date']);
    const [train] = tracksOf([warm], { ...defaultChartView, x: 'elapsed' });
    expect(train?.parts.map((part) => [...part.x])).toEqual([[500, 62_250, 3_600_000]]);
    expect(train?.missingCount).toBe(0);
  },
);

test.each([
  ['mine.jsonl', '{"step":1,"loss":3,"tokens":4096}\n{"step":2,"loss":2,"tokens":8192}\n'],
  ['mine.csv', 'step,loss,num_tokens\n1,3,4096\n2,2,8192\n'],
  [
    'trainer_state.json',
    '{"log_history":[{"step":1,"loss":3,"num_input_tokens_seen":4096},{"step":2,"loss":2,"num_input_tokens_seen":8192}]}',
  ],
])('the tokens counted in %s are an axis', async (name, text) => {
  const report = await readLog(logFile(text, name));
  const [run] = runsOfFiles([{ name, state: { kind: 'read', report } }]);
  if (run === undefined) throw new Error('no run');
  expect(whyNoAxis([run], 'tokens')).toBeNull();
  const [train] = tracksOf([run], { ...defaultChartView, x: 'tokens' });
  expect(train?.parts.map((part) => Array.from(part.x))).toEqual([[4096, 8192]]);
});

test('tokens of single rows are no axis', async () => {
  const report = await read('step,loss,tokens\n1,3,4096\n2,2,4096\n');
  const [run] = runsOfFiles([{ name: 'a.csv', state: { kind: 'read', report } }]);
  expect(whyNoAxis(run === undefined ? [] : [run], 'tokens')).toBe('tokens per step unknown');
});

test('data missing from a file takes no memory and no axis', async () => {
  const report = await read('step,loss\n1,3\n2,2\n');
  const [run] = runsOfFiles([{ name: 'a.csv', state: { kind: 'read', report } }]);
  if (run === undefined) throw new Error('no run');
  const [segment] = run.curves.curves.get('train loss') ?? [];
  expect([segment?.epochs.length, segment?.timesMs.length]).toEqual([0, 0]);
  for (const axis of ['epoch', 'elapsed', 'wall'] as const) {
    expect(whyNoAxis([run], axis)).not.toBeNull();
    expect(tracksOf([run], { ...defaultChartView, x: axis })[0]?.missingCount).toBe(2);
  }
  expect(pointRows(trackOf(run), { from: 0, to: 9 }, null).row(1)).toMatchObject({
    step: 2,
    epoch: Number.NaN,
    timeMs: Number.NaN,
  });
});

test('elapsed time is read as programs print it, and other words are not a time', async () => {
  const report = await read(
    ['"0:04:12"', '"1 day, 2:03:04.5"', '90', '"1h 2m 3s"', '"10s"', '"soon"', '-3']
      .map((elapsed, index) => `{"current_steps": ${index + 1}, "loss": 2, "elapsed_time": ${elapsed}}`)
      .join('\n'),
  );
  expect(report.unreadCount).toBe(0);
  expect(elapsedOf(report.runs[0]?.curves)).toEqual([
    252_000,
    93_784_500,
    90_000,
    3_723_000,
    10_000,
    Number.NaN,
    Number.NaN,
  ]);
});

test('elapsed times stay with their points through thinning and restarts', async () => {
  const sink = new LogSink('big.csv', {}, 1000);
  const columns = sink.curve('', 'train loss');
  for (let index = 0; index < 5000; index += 1) {
    const elapsedMs = index < 10 ? Number.NaN : index * 7;
    sink.push(columns, index % 4000, index, Number.NaN, Number.NaN, index + 1, elapsedMs);
  }
  const segments = sink.report('csv', 5000).runs[0]?.curves.curves.get('train loss') ?? [];
  expect(segments).toHaveLength(2);
  for (const { values, elapsedMs } of segments)
    expect([...(elapsedMs ?? [])]).toEqual([...values].map((value) => (value < 10 ? Number.NaN : value * 7)));
});

test('a note says where steps go back, as after a restart', async () => {
  const text = 'step,loss,eval_loss\n1,5,\n2,4,4\n4,3,\n3,3.5,\n4,2.5,\n5,2,3\n1,9,9';
  const report = await read(text);
  expect(report.runs[0]?.curves.curves.get('train loss')).toHaveLength(3);
  expect(report.notes).toEqual([
    'The steps go back, first in line 5; the curves start over there, as after a restart.',
  ]);
  expect((await read(text.split('\n3')[0] ?? '')).notes).toEqual([]);
});

test('a note says which lines are late, and no longer that the steps go back', async () => {
  const lines = ['step,loss', '1,5', '2,4', '4,3', '3,3.5', '5,2', '7,1', '6,1.5', '8,1', ''];
  const log = createFollowedLog();
  const grown = (count: number) => new File([`${lines.slice(0, count).join('\n')}\n`], 'a.csv');
  expect((await log.read(grown(5))).notes).toEqual([
    'The steps go back, first in line 5; the curves start over there, as after a restart.',
  ]);
  expect((await log.read(grown(6))).notes).toEqual(['Line 5 is out of order; it was sorted by its step.']);
  const report = await log.read(grown(9));
  expect(report.notes).toEqual(['2 lines are out of order, first line 5; they were sorted by their steps.']);
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('unordered steps are sorted, with a note', async () => {
  const steps = Array.from({ length: 500 }, (_, index) => 500 - index);
  const report = await read(`step,loss\n${steps.map((step) => `${step},${step / 10}`).join('\n')}`);
  expect(report.runs[0]?.curves.curves.get('train loss')).toHaveLength(1);
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual(steps.toReversed());
  expect(report.notes).toEqual(['The steps were out of order and have been sorted.']);
});

function trackOf(run: ChartRun): Track {
  const [track] = tracksOf([run], defaultChartView);
  if (track === undefined) throw new Error('no track');
  return track;
}

function elapsedOf(curves: CurveSet | undefined): number[] {
  const [segment] = curves?.curves.get('train loss') ?? [];
  return [...(segment?.elapsedMs ?? [])];
}

function bar(words: string, done: number, total: number): string {
  return `\r${words} ${Math.floor((done / total) * 100)}%|#  | ${done}/${total} [00:01<00:09,  9.1it/s]`;
}

function line(epoch: number, done: number, loss: number): string {
  return `Epoch ${epoch}:  10%|#  | ${done}/50 [00:01<00:09, 9.1it/s, v_num=0, train_loss=${loss}]`;
}

test('a Keras history of a single epoch is read, settings in lists are not', async () => {
  const report = await read('{"loss": [0.69], "val_loss": [0.7], "accuracy": [0.5], "betas": [0.9]}');
  expect([pairsOf(report, 'train loss'), pairsOf(report, 'eval loss')]).toEqual([[[1, 0.69]], [[1, 0.7]]]);
  const records = await read('[{"step": 1, "loss": [2]}, {"step": 2, "loss": [1]}]');
  expect(records.runs).toEqual([]);
});

test('“No log” in a notebook’s table stands for a loss not yet measured, and does not break the line', async () => {
  const report = await read('Epoch\tTraining Loss\tValidation Loss\n1\tNo log\t2.5\n2\t2.25\t2\n');
  expect(report.unread).toEqual([]);
  expect(pairsOf(report, 'train loss')).toEqual([[2, 2.25]]);
});

test('names that Python wrote in ASCII are read as they were', async () => {
  const report = await read(
    '{"run": "\\u8bad\\u7ec3 \\ud83d\\ude80 \\"2\\"", "step": 1, "loss": 2}\n'.repeat(2),
  );
  expect(report.runs.map(({ label }) => label)).toEqual(['训练 🚀 "2"']);
});
