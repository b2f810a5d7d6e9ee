import { expect, test } from 'vitest';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import { readLog } from './read-log.ts';

const read = (text: string) => readLog(logFile(text, 'log.txt'));

test.each([
  [
    'XGBoost',
    '[0]\ttrain-logloss:0.55\teval-logloss:0.56\n[1]\ttrain-logloss:0.45\teval-logloss:0.47\n',
    [
      [0, 0.55],
      [1, 0.45],
    ],
    [
      [0, 0.56],
      [1, 0.47],
    ],
    [],
  ],
  [
    'LightGBM, with the best round once more',
    [
      '[LightGBM] [Info] Total Bins 100',
      "[10]\ttraining's binary_logloss: 0.5\tvalid_1's binary_logloss: 0.52\tvalid_1's auc: 0.75",
      "[20]\ttraining's binary_logloss: 0.4\tvalid_1's binary_logloss: 0.42\tvalid_1's auc: 0.75",
      'Did not meet early stopping. Best iteration is:',
      "[15]\ttraining's binary_logloss: 0.45\tvalid_1's binary_logloss: 0.41\tvalid_1's auc: 0.75",
    ].join('\n'),
    [
      [10, 0.5],
      [20, 0.4],
    ],
    [
      [10, 0.52],
      [20, 0.42],
    ],
    ['valid_1-auc'],
  ],
  [
    'llm.c',
    's:0 tel:11.5\ns:1 trl:11.25 lr:0.000001 norm:15.25\ns:2 trl:10.5 lr:0.000002 norm:14.5\n',
    [
      [1, 11.25],
      [2, 10.5],
    ],
    [[0, 11.5]],
    [],
  ],
  [
    'build-nanogpt',
    '0 val 10.9506\n0 hella 0.2463\n0 train 10.955029\n1 train 10.750000\n',
    [
      [0, 10.955029],
      [1, 10.75],
    ],
    [[0, 10.9506]],
    ['hella'],
  ],
  [
    'spaCy',
    [
      "ℹ Pipeline: ['tok2vec', 'ner']",
      'E    #       LOSS TOK2VEC  LOSS NER  ENTS_F  SCORE ',
      '---  ------  ------------  --------  ------  ------',
      '  0       0          0.00     39.33    0.00    0.00',
      '  1     200        121.33     16.50   78.46    0.78',
    ].join('\n'),
    [
      [0, 39.33],
      [200, 16.5],
    ],
    [],
    ['LOSS TOK2VEC', 'ENTS_F', 'SCORE'],
  ],
  [
    'a notebook, below its bar',
    ' [20/20 02:34, Epoch 2/2]\nStep\tTraining Loss\tValidation Loss\n10\t3.5\tNo log\n20\t3.25\t3.75\n',
    [
      [10, 3.5],
      [20, 3.25],
    ],
    [[20, 3.75]],
    [],
  ],
  [
    'a notebook, with spaces',
    'Step Training Loss Validation Loss\n10 3.5 No log\n20 3.25 3.75\n',
    [
      [10, 3.5],
      [20, 3.25],
    ],
    [[20, 3.75]],
    [],
  ],
  [
    'a notebook, in a model card',
    '### Results\n\n| Training Loss | Step | Validation Loss |\n|:--:|:--:|:--:|\n| 3.5 | 10 | No log |\n| 3.25 | 20 | 3.75 |\n',
    [
      [10, 3.5],
      [20, 3.25],
    ],
    [[20, 3.75]],
    [],
  ],
  [
    'CatBoost',
    'Learning rate set to 0.03\n0:\tlearn: 0.69\ttest: 0.68\tbest: 0.68 (0)\ttotal: 1ms\tremaining: 1s\n10:\tlearn: 0.5\ttest: 0.55\tbest: 0.55 (10)\ttotal: 9ms\tremaining: 0us\n\nbestTest = 0.55\n',
    [
      [0, 0.69],
      [10, 0.5],
    ],
    [
      [0, 0.68],
      [10, 0.55],
    ],
    [],
  ],
  [
    'Composer',
    [1, 2]
      .map(
        (step) => `[batch=${step}/2]:\n\t Train time/epoch: 0\n\t Train loss/train/total: ${4 - step / 2}\n`,
      )
      .join('') + '[Eval batch=1/9] Eval on eval data:\n\t Eval metrics/eval/LanguageCrossEntropy: 3.5\n',
    [
      [1, 3.5],
      [2, 3],
    ],
    [[2, 3.5]],
    ['time/epoch'],
  ],
  [
    'detectron2',
    [19, 39]
      .map(
        (step) =>
          `[06/01 12:00:00 d2.utils.events]:  eta: 0:10:00  iter: ${step}  total_loss: 1.25  loss_cls: 0.5  time: 0.2500  lr: 0.00025  max_mem: 2345M\n`,
      )
      .join(''),
    [
      [19, 1.25],
      [39, 1.25],
    ],
    [],
    ['eta', 'loss_cls'],
  ],
])('%s: the losses are read and the other figures are offered', async (_, text, train, evaluated, others) => {
  const report = await read(text);
  expect(pairsOf(report, 'train loss')).toEqual(train);
  expect(pairsOf(report, 'eval loss')).toEqual(evaluated);
  expect(report.unread).toEqual([]);
  expect(report.columns.filter(({ role }) => role === 'none').map(({ key }) => key)).toEqual(others);
});

test.each([
  ['comments above a header', '# run 12, seed 1\n# by hand\nstep,loss\n10,2.5\n20,2\n'],
  ['a header in a comment', '# step loss\n10 2.5\n20 2\n'],
  [
    'a header in a comment, above dates',
    '#step,time,loss\n10,2026-11-25 10:00:00Z,2.5\n20,2026-11-25 10:01:00Z,2\n',
  ],
  ['a header in a comment, with commas', '#step,loss\n10,2.5\n# resumed\n20,2\n'],
])('a table with %s', async (_, text) => {
  const report = await read(text);
  expect(report.format).toBe('table, CSV');
  expect(report.unread).toEqual([]);
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 2.5],
    [20, 2],
  ]);
});

const dockerLine = (log: string) => JSON.stringify({ log, stream: 'stdout', time: '2026-11-25T10:00:00Z' });
const cloudLine = (textPayload: string) => JSON.stringify({ insertId: 'a', textPayload });

test.each([
  [
    'Docker',
    [dockerLine("{'loss': 2.5,"), dockerLine(" 'step': 10}\n"), dockerLine("{'loss': 2, 'step': 20}\n")],
  ],
  ['Google Cloud', [cloudLine("{'loss': 2.5, 'step': 10}"), cloudLine("{'loss': 2, 'step': 20}")]],
])('the lines of a log of %s are unwrapped', async (_, lines) => {
  const report = await read(`${lines.join('\n')}\n{"other": 1}\n`);
  expect(report.format).toBe('console log of a trainer');
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 2.5],
    [20, 2],
  ]);
  expect(report.unread).toMatchObject([{ line: lines.length + 1, text: '{"other": 1}' }]);
});

const ranks = (other: number) =>
  read(`{'loss': 2.5, 'step': 10}\n{'loss': ${other}, 'step': 10}\n{'loss': 2, 'step': 20}\n`);

test('a step that two ranks log is noted, unless they agree', async () => {
  const report = await ranks(2.75);
  expect(pairsOf(report, 'train loss')).toEqual([
    [10, 2.75],
    [20, 2],
  ]);
  expect(report.notes).toEqual([
    'Some steps are logged more than once, with different values; the last one counts.',
  ]);
  expect((await ranks(2.5)).notes).toEqual([]);
});
