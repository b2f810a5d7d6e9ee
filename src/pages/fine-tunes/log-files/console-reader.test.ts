// Consoles as transformers 5.17, Lightning 2.6 and Keras 3.15 wrote them.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import { createFollowedLog, readLog } from './read-log.ts';

const textOf = async (name: string) => await readFile(new URL(`../testing/${name}`, import.meta.url), 'utf8');

test('the step of a record is that of the bar drawn after it, where a fast bar was late before it', async () => {
  const report = await readLog(logFile(await textOf('trainer-bar-console.txt'), 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [5, 4.028],
    [10, 3.944],
    [15, 3.767],
    [20, 3.526],
    [25, 3.263],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([[20, 3.337]]);
  expect(report.notes).toEqual([]);
});

test('the last record of a trainer that was killed is not lost', async () => {
  const [begin = ''] = (await textOf('trainer-bar-console.txt')).split('\n\r 21%');
  const text = `${begin.slice(0, begin.indexOf("{'loss': '3.944'"))}{'loss': '3.944'}\n`;
  expect(pairsOf(await readLog(logFile(text, 'a.log')), 'train loss')).toEqual([
    [5, 4.028],
    [10, 3.944],
  ]);
});

test('a followed console goes on after each record as one read at once', async () => {
  const bytes = new TextEncoder().encode(await textOf('trainer-bar-console.txt'));
  const log = createFollowedLog();
  let report = await log.read(new File([bytes.slice(0, 300)], 'a.log'));
  for (let end = 350; end < bytes.length + 50; end += 50)
    report = await log.read(new File([bytes.slice(0, end)], 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [5, 4.028],
    [10, 3.944],
    [15, 3.767],
    [20, 3.526],
    [25, 3.263],
  ]);
});

test('a bar of a dataset without a length counts on from the epochs before', async () => {
  const text = (await textOf('lightning-bar-console.txt')).replaceAll(
    /(Epoch \d:) +\d+%\|[^|]+\|( \d+)\/40/g,
    '$1 |          |$2/?',
  );
  const report = await readLog(logFile(text, 'a.log'));
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45]);
  expect(pairsOf(report, 'eval loss')).toEqual([[40, 2.74]]);
});

test('an evaluation listed at the end has the epoch of its list', async () => {
  const report = await readLog(
    logFile(
      [
        "{'loss': '3.06', 'grad_norm': '0.8434', 'learning_rate': '0.001687', 'epoch': '1'}",
        '***** eval metrics *****',
        '  epoch                   =        1.0',
        '  eval_loss               =     2.9915',
        '  eval_runtime            = 0:00:00.02',
      ].join('\n'),
      'a.log',
    ),
  );
  const [segment] = report.runs[0]?.curves.curves.get('eval loss') ?? [];
  expect([segment?.values.join(), segment?.epochs.join()]).toEqual(['2.9915', '1']);
});

test('a bar that is reset for the next epoch repeats no figures, and means do not mix with losses of steps', async () => {
  const report = await readLog(logFile(await textOf('lightning-bar-console.txt'), 'a.log'));
  expect(report.runs[0]?.curves.curves.get('train loss')).toHaveLength(1);
  expect(pairsOf(report, 'train loss')).toEqual([
    [5, 4.02],
    [10, 3.87],
    [15, 3.63],
    [20, 3.51],
    [25, 3.33],
    [30, 3.16],
    [35, 2.99],
    [40, 2.85],
    [45, 2.7],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([[40, 2.74]]);
});

test('a line that Keras redraws is one record', async () => {
  const report = await readLog(logFile(await textOf('keras-bar-console.txt'), 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 0.7174],
    [2, 0.5944],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([
    [1, 0.6331],
    [2, 0.5824],
  ]);
});

test('an epoch of Keras is one record, also where a callback prints in between', async () => {
  const text = [
    'Epoch 1/2\n',
    '\r1/3 \u2501 0s 3ms/step - loss: 0.9\r3/3 \u2501 0s 3ms/step - loss: 0.8\n',
    'Epoch 1: val_loss improved from None to 0.70000, saving model to best.keras\n',
    '\r3/3 \u2501 0s 3ms/step - loss: 0.8 - val_loss: 0.7\n',
    'Epoch 2/2\n\r1/3 \u2501 0s 3ms/step - loss: 0.5\r3/3 \u2501 0s 3ms/step - loss: 0.6 - val_loss: 0.5\n',
  ].join('');
  const report = await readLog(logFile(text, 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 0.8],
    [2, 0.6],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([
    [1, 0.7],
    [2, 0.5],
  ]);
});

test.each([
  '1/13 \u2501\u2501 0s 1ms/step - loss: 0.61\r13/13 \u2501\u2501 0s 1ms/step - loss: 0.6347\n',
  '2/2 \u2501\u2501 0s 10ms/step - loss: 0.6247\r2/2 \u2501\u2501 0s 1ms/step - loss: 0.6347\n',
  '2/2 - 0s - 2ms/step - loss: 0.6347\n',
])('what Keras evaluates after the training is no training loss: %j', async (evaluated) => {
  const text = `${await textOf('keras-bar-console.txt')}${evaluated}`;
  expect(pairsOf(await readLog(logFile(text, 'a.log')), 'train loss')).toEqual([
    [1, 0.7174],
    [2, 0.5944],
  ]);
});

test('records without steps are counted again from where the epoch goes back, as after a restart', async () => {
  const report = await readLog(
    logFile(
      ['0.5', '1', '1.5', '1', '1.5'].map((epoch) => `{'loss': 2, 'epoch': ${epoch}}\n`).join(''),
      'a.log',
    ),
  );
  expect(report.runs[0]?.curves.curves.get('train loss')?.map(({ steps }) => Array.from(steps))).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
});

const epochs = (line: (epoch: number, done: number) => string) =>
  [1, 2, 3].flatMap((epoch) => [5, 10].map((done) => line(epoch, done))).join('\n');

test.each([
  epochs((epoch, done) => `Epoch ${epoch}, Step ${done}, Loss: 0.5`),
  epochs((epoch, done) => `Epoch [${epoch}/3], Step [${done}/10], Loss: 0.5`),
  epochs((epoch, done) => `Epoch: [${epoch}][ ${done}/10]\tTime  0.25 ( 0.26)\tLoss 5.0e-01 (5.1e-01)`),
  epochs((epoch, done) => `INFO - Epoch(train)  [${epoch}][ ${done}/10]  lr: 1.0000e-03  loss: 0.5`),
  epochs((epoch, done) => `Epoch ${epoch}/3:  50%|█  | ${done}/10 [00:01<00:01,  5.0it/s, loss=0.5]`),
  epochs((epoch, done) => `Epoch ${epoch}:  50%|█  | ${done}/10 [00:01<00:01,  5.0it/s, loss=0.5]`),
  epochs((_, done) => `Training:  50%|█  | ${done}/10 [00:01<00:01,  5.0it/s, loss=0.5]`),
  epochs((_, done) => ` 50%|█  | ${done}/10 [00:01<00:01,  5.0it/s, loss=0.5]`),
  epochs((epoch, done) => `${epoch}|7|Loss: 0.5:  50%|█  | ${done}/10 [00:01<00:01,  5.0it/s]`),
])('steps that start over in every epoch go on from the epoch before: %j', async (text) => {
  const report = await readLog(logFile(text, 'a.log'));
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual([5, 10, 15, 20, 25, 30]);
  expect(report.notes).toEqual([]);
});

test('steps of lines that go on over epochs stay, and start over after a restart', async () => {
  const text = ['1 step 5', '1 step 10', '2 step 15', '2 step 20', '2 step 15', '2 step 20'];
  const report = await readLog(logFile(text.map((line) => `epoch ${line} loss 0.5\n`).join(''), 'a.log'));
  expect(report.runs[0]?.curves.curves.get('train loss')?.map(({ steps }) => Array.from(steps))).toEqual([
    [5, 10, 15, 20],
    [15, 20],
  ]);
});

test.each([
  'Test:  [ 20/100]  eta: 0:00:30  loss: 1.5 (1.6)  acc1: 50.0 (49.5)  time: 0.3',
  'Test set: Average loss: 1.5, Accuracy: 9815/10000 (98%)',
  "2026-11-29 16:01:40 | INFO | valid | epoch 001 | valid on 'valid' subset | loss 1.5 | ppl 8.1 | num_updates 20",
  '[Eval] step 20 loss 1.5',
  'Epoch 1 | Validation | loss: 1.5',
  'Validation: loss=1.5 acc=0.7',
  '\t Val. Loss: 1.5 |  Val. PPL:   4.482',
  'Validation: 100%|███| 5/5 [00:01<00:00,  5.0it/s, loss=1.5]',
])('the loss of a line that is headed as an evaluation is no training loss: %j', async (line) => {
  const report = await readLog(logFile(`step 10: loss 2.5\nstep 20: loss 2\n${line}\n`, 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 2.5],
    [20, 2],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([[20, 1.5]]);
  expect(report.notes.join()).not.toContain('counted');
});

test.each([
  'epoch 1 val: 0.5 step 20 loss 2',
  'Val Acc: 0.8, step 20, loss: 2',
  'step 20 | training | val: 1 | loss: 2',
])('another figure of an evaluation does not make a training loss one: %j', async (line) => {
  const report = await readLog(logFile(`step 10: loss 2.5\n${line}\n`, 'a.log'));
  expect(pairsOf(report, 'train loss').at(-1)).toEqual([20, 2]);
});

test.each(['11/29/2026 16:34:25 - INFO - __main__ - ', '2026/11/29 16:34:25 - mmengine - INFO - '])(
  'the time before a record is read: %j',
  async (prefix) => {
    const report = await readLog(logFile(`${prefix}{'loss': 2, 'step': 1}\n`, 'a.log'));
    const [segment] = report.runs[0]?.curves.curves.get('train loss') ?? [];
    expect(segment?.timesMs[0]).toBe(Date.UTC(2026, 10, 29, 16, 34, 25));
  },
);

test.each([
  'Test Error: \n Accuracy: 55.0%, Avg loss: 1.5',
  '***** Evaluating perplexity, Epoch 1/2 *****\nppl: 4.48, loss: 1.5',
  'Evaluating...\n\nloss: 1.5',
  '=== Evaluation at step 10 ===\nloss: 1.5',
])('a line that only names an evaluation makes the loss below it one: %j', async (lines) => {
  const report = await readLog(
    logFile(`step 10: loss 2.5\n${lines}\nstep 20: loss 2\nValidating...\nEpoch 2\nloss: 1.8\n`, 'a.log'),
  );
  expect(pairsOf(report, 'train loss').map(([, loss]) => loss)).toEqual([2.5, 2, 1.8]);
  expect(pairsOf(report, 'eval loss')).toEqual([[10, 1.5]]);
});

test('the losses of an epoch in words are read, those of a saved model are not', async () => {
  const text = 'Epoch 1: train loss 3.2, val loss 3.3\nSaved the model of epoch 1, val loss 3.1\n';
  const report = await readLog(logFile(`${text}Epoch 2: train loss 3, val loss 3.2\n`, 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 3.2],
    [2, 3],
  ]);
  expect(pairsOf(report, 'eval loss')).toEqual([
    [1, 3.3],
    [2, 3.2],
  ]);
});

test.each(['', 'Training: '])(
  'the mean of an epoch is no step beside the bar “%s” that shows losses',
  async (words) => {
    const bars = (epoch: number) =>
      [1, 2].map(
        (done) =>
          `${words}${done * 50}%|█  | ${done}/2 [00:01<00:01, 1.00it/s, loss=${4 - epoch - done / 4}]`,
      );
    const lines = [1, 2].map(
      (epoch) => `${bars(epoch).join('\r')}\nEpoch ${epoch}: Train Loss: 9, Val Loss: ${epoch}\n`,
    );
    const report = await readLog(logFile(lines.join(''), 'a.log'));
    expect(pairsOf(report, 'train loss')).toEqual([
      [1, 2.75],
      [2, 2.5],
      [3, 1.75],
      [4, 1.5],
    ]);
    expect(pairsOf(report, 'eval loss')).toEqual([
      [2, 1],
      [4, 2],
    ]);
  },
);

test.each([
  ['I1129 16:01:25.123456 139 train.py:165] loss: 2.5, acc: 0.5, time: 0.2', ['loss', 'acc']],
  ['Training:  50%|██  | 1/2 [00:01<00:01, 1.00it/s, v_num=3, loss=2]', ['loss']],
  [' 3/Unknown 1s 48ms/step - loss: 1.5|', ['loss']],
  ['iter 10: loss 1.5, time 12.5ms', ['loss', 'step', 'time (ms)']],
])('what is no figure is no column: %j', async (line, columns) => {
  const report = await readLog(logFile(`${line}\n`, 'a.log'));
  expect(report.columns.map(({ key }) => key)).toEqual(columns);
});

test('a line below the bar of its epoch, which shows no loss, is at the step of the run', async () => {
  const bars = [1, 2].map((done) => `${done * 50}%|█  | ${done}/2 [00:01<00:01, 1.00it/s]`).join('\r');
  const lines = [1, 2, 3].map((epoch) => `${bars}\nEpoch ${epoch} - train loss: ${4 - epoch}\n`);
  const report = await readLog(logFile(lines.join(''), 'a.log'));
  expect(pairsOf(report, 'train loss')).toEqual([
    [2, 3],
    [4, 2],
    [6, 1],
  ]);
});
