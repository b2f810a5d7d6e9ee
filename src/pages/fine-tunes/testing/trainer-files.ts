// Trainers' log lines, their expected curves, and keys to list.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';

/** By step. */
export type Curves = Partial<Record<CurveName, Readonly<Record<number, number>>>>;

const base64 = Buffer.from('step,train_loss,train_accuracy,valid_loss\n1,2.5,0.25,\n2,2.25,0.5,3\n').toString(
  'base64',
);

export const files: readonly (readonly [
  what: string,
  name: string,
  text: string,
  curves: Curves,
  others: readonly string[],
])[] = [
  [
    'W&B, val/loss',
    'c.csv',
    '"Step","a - val/loss","a - val/loss__MIN"\n"1","2","1"\n',
    { 'eval loss': { 1: 2 } },
    [],
  ],
  ['W&B, accuracy', 'c.csv', '"Step","a - accuracy"\n"1","0.5"\n', {}, ['accuracy']],
  ...(
    [
      ['run-a-tag-Loss_train.csv', 'train loss'],
      ['run-a-tag-epoch_loss.csv', 'train loss'],
      ['run-a_validation-tag-epoch_loss.csv', 'eval loss'],
      ['run-a-tag-train_loss_step.csv', 'train loss'],
      ['run-a-tag-loss_epoch.csv', 'train loss'],
      ['run-a-tag-lr-AdamW.csv', 'learning rate'],
      ['lr.csv', 'learning rate'],
      ['run1_val_loss.csv', 'eval loss'],
    ] as const
  ).map(
    ([name, curve]) =>
      ['TensorBoard', name, 'Wall time,Step,Value\n1,1,2\n', { [curve]: { 1: 2 } }, []] as const,
  ),
  ['TensorBoard', 'run-a-tag-Loss%2Fval.json', '[[1, 1, 2]]', { 'eval loss': { 1: 2 } }, []],
  ['TensorBoard', 'run-a-tag-accuracy.csv', 'Wall time,Step,Value\n1,1,2\n', {}, ['accuracy']],
  [
    'Lightning',
    'metrics.csv',
    'epoch,lr-AdamW,step,train_loss_epoch,train_loss_step,val/loss\n0,,9,,2,\n0,,9,,,3\n0,,9,2.5,,\n,0.001,9,,,\n',
    { 'train loss': { 9: 2 }, 'eval loss': { 9: 3 }, 'learning rate': { 9: 0.001 } },
    ['train_loss_epoch'],
  ],
  [
    'slashes',
    'a.csv',
    'step,train/loss_step,val/loss\n1,2,3\n',
    { 'train loss': { 1: 2 }, 'eval loss': { 1: 3 } },
    [],
  ],
  [
    'test alone',
    'a.csv',
    'step,loss,test_loss\n1,2,3\n',
    { 'train loss': { 1: 2 }, 'eval loss': { 1: 3 } },
    [],
  ],
  ['two evaluations', 'a.csv', 'step,val_loss,test_loss\n1,2,3\n', { 'eval loss': { 1: 2 } }, ['test_loss']],
  [
    'titles',
    'a.csv',
    'Step,Train Loss,Val Loss\n1,2,3\n',
    { 'train loss': { 1: 2 }, 'eval loss': { 1: 3 } },
    [],
  ],
  [
    'OpenAI in base64',
    'r.txt',
    base64,
    { 'train loss': { 1: 2.5, 2: 2.25 }, 'eval loss': { 2: 3 } },
    ['train_accuracy'],
  ],
  [
    'the same in lines',
    'r.csv',
    base64.replaceAll(/.{20}/g, '$&\r\n'),
    { 'train loss': { 1: 2.5, 2: 2.25 }, 'eval loss': { 2: 3 } },
    ['train_accuracy'],
  ],
  [
    'the same in quotes of JSON',
    'r.json',
    JSON.stringify(base64.replaceAll(/.{20}/g, '$&\n')),
    { 'train loss': { 1: 2.5, 2: 2.25 }, 'eval loss': { 2: 3 } },
    ['train_accuracy'],
  ],
  [
    'Keras, its table',
    'training.csv',
    'epoch,accuracy,loss,val_accuracy,val_loss\n0,0.5,2,0.4,3\n1,0.6,1,0.5,2\n',
    { 'train loss': { 1: 2, 2: 1 }, 'eval loss': { 1: 3, 2: 2 } },
    ['accuracy', 'val_accuracy'],
  ],
  ...(
    [
      ['a dump', '{"loss": [2, 1], "accuracy": [0.5, 0.6], "val_loss": [3, NaN], "betas": [0.9]}'],
      ['a printed one', "{'loss': [2, 1], 'accuracy': [0.5, 0.6], 'val_loss': [3, nan]}"],
      ['a frame', '{"loss":{"0":2,"1":1},"accuracy":{"0":0.5,"1":0.6},"val_loss":{"0":3,"1":NaN}}'],
      [
        'one in lines',
        '{\n "history": {\n  "loss": [\n   2,\n   1\n  ],\n  "accuracy": [0.5, 0.6],\n  "val_loss": [3, NaN]\n }\n}\n',
      ],
    ] as const
  ).map(
    ([form, text]) =>
      [
        `Keras history, ${form}`,
        'history.json',
        text,
        { 'train loss': { 1: 2, 2: 1 }, 'eval loss': { 1: 3, 2: Number.NaN } },
        ['accuracy'],
      ] as const,
  ),
  [
    'nanoGPT',
    'log.txt',
    'step 0: train loss 4.5, val loss 4.25\niter 0: loss 4.5, time 29.5ms, mfu 3.25%\niter 10: loss 3.5, time 30ms, mfu 3.5%\n',
    { 'train loss': { 0: 4.5, 10: 3.5 }, 'eval loss': { 0: 4.25 } },
    ['time (ms)', 'mfu (%)'],
  ],
  [
    'mlx-lm',
    'log.txt',
    'Iter 1: Val loss 2.5, Val took 3.5s\nIter 10: Train loss 2.25, Learning Rate 1.000e-05, It/sec 1.5, Tokens/sec 600.25, Trained Tokens 4000, Peak mem 5.5 GB\n',
    { 'train loss': { 10: 2.25 }, 'eval loss': { 1: 2.5 }, 'learning rate': { 10: 1e-5 } },
    ['Val took (s)', 'It/sec', 'Tokens/sec', 'Trained Tokens', 'Peak mem (GB)'],
  ],
  [
    'Megatron',
    'log.txt',
    ' iteration       10/     100 | consumed samples:          640 | elapsed time per iteration (ms): 1234.5 | learning rate: 1.000000E-04 | lm loss: 9.500000E+00 | grad norm: 2.125 | number of skipped iterations:   0 |\n validation loss at iteration 10 | lm loss value: 9.250000E+00 | lm loss PPL: 1.040000E+04 | \n',
    {
      'train loss': { 10: 9.5 },
      'eval loss': { 10: 9.25 },
      'learning rate': { 10: 1e-4 },
      'gradient norm': { 10: 2.125 },
    },
    ['consumed samples', 'elapsed time per iteration (ms)', 'lm loss PPL'],
  ],
  [
    'LitGPT',
    'log.txt',
    'Epoch 1 | iter 8 step 2 | loss train: 1.5, val: n/a | iter time: 90.5 ms (step)\niter 8: val loss 1.25, val time: 900.5 ms\n',
    { 'train loss': { 8: 1.5 }, 'eval loss': { 8: 1.25 } },
    ['iter time (ms)', 'val time (ms)'],
  ],
  [
    'fairseq',
    'log.txt',
    '2025-03-01 10:00:00 | INFO | train_inner | {"epoch": 1, "update": 0.1, "loss": "9.5", "ppl": "700.5", "num_updates": "100", "lr": "0.001", "gnorm": "1.5"}\n2025-03-01 10:01:00 | INFO | valid | {"epoch": 1, "valid_loss": "9.25", "valid_ppl": "600.5", "valid_num_updates": "100"}\n',
    {
      'train loss': { 100: 9.5 },
      'eval loss': { 100: 9.25 },
      'learning rate': { 100: 0.001 },
      'gradient norm': { 100: 1.5 },
    },
    ['update', 'ppl', 'valid_ppl'],
  ],
  [
    'its best so far',
    'log.txt',
    'Step 10/20: loss=0.40, best loss=0.20\nStep 20/20: training loss=0.30.\n',
    { 'train loss': { 10: 0.4, 20: 0.3 } },
    ['best loss'],
  ],
  [
    'sentences with commas',
    'log.txt',
    "Setting seed to 42, using GPU\nLoaded rows, 1000\n{'loss': 2.5, 'step': 1}\n",
    { 'train loss': { 1: 2.5 } },
    [],
  ],
  [
    'losses nested by their data, JSON',
    'log.json',
    '[{"step": 10, "train": {"loss": 2.5, "acc": 0.5}, "eval": {"loss": 2.75}}]',
    { 'train loss': { 10: 2.5 }, 'eval loss': { 10: 2.75 } },
    ['train/acc'],
  ],
  [
    'lists nested by their data, JSON',
    'history.json',
    '{"step": [10, 20], "train": {"loss": [2.5, 2]}, "val": {"loss": [2.75, 2.25]}}',
    { 'train loss': { 10: 2.5, 20: 2 }, 'eval loss': { 10: 2.75, 20: 2.25 } },
    [],
  ],
  [
    'nested metrics, JSON lines',
    'log.jsonl',
    '{"step": 10, "metrics": {"loss": 2.5, "lr": 0.5}}\n{"step": 20, "metrics": {}}\n',
    { 'train loss': { 10: 2.5 }, 'learning rate': { 10: 0.5 } },
    [],
  ],
  [
    'nested data, JSON lines',
    'log.jsonl',
    '{"train": {"step": 10, "loss": 2.5}}\n{"train": {"step": 20}, "val": {"loss": 2.25}}\n',
    { 'train loss': { 10: 2.5 }, 'eval loss': { 20: 2.25 } },
    [],
  ],
  [
    'checkpoints of a hosted service',
    'checkpoints.json',
    '{"data": [{"step_number": 20, "created_at": 1700000000, "metrics": {"full_valid_loss": 2.5}}]}',
    { 'eval loss': { 20: 2.5 } },
    [],
  ],
  [
    'records by epoch, JSON',
    'log.json',
    '{"epoch_1": {"train_loss": 2.5}, "epoch_2": {"train_loss": 2}}',
    { 'train loss': { 1: 2.5, 2: 2 } },
    [],
  ],
  [
    'ms-swift',
    'logging.jsonl',
    '{"loss": 2.5, "global_step/max_steps": "5/100", "elapsed_time": "1m 3s"}\n{"eval_loss": 2.25, "global_step/max_steps": "10/100", "elapsed_time": "2m 3s"}\n',
    { 'train loss': { 5: 2.5 }, 'eval loss': { 10: 2.25 } },
    [],
  ],
  [
    'thousands with commas',
    'log.txt',
    'Step 1,000/20,000 | loss 2.5 | tok/s 424,000.5\nStep 2,000/20,000 | loss 2.25 | tok/s 1,424,000\n',
    { 'train loss': { 1000: 2.5, 2000: 2.25 } },
    ['tok/s'],
  ],
  [
    'diffusers',
    'log.txt',
    'Steps:   1%|▏  | 10/1000 [00:01<10:00,  1.20it/s, lr=1e-5, step_loss=0.5]\n',
    { 'train loss': { 10: 0.5 }, 'learning rate': { 10: 1e-5 } },
    [],
  ],
  [
    'kohya',
    'log.txt',
    'steps:   1%|▏  | 10/1000 [00:01<10:00,  1.20it/s, avr_loss=0.5]\n',
    { 'train loss': { 10: 0.5 } },
    [],
  ],
  [
    'NeMo',
    'log.txt',
    'Training epoch 0, iteration 5/999 | lr: 1e-05 | global_step: 5 | reduced_train_loss: 2.5 | val_loss: 2.75\n',
    { 'train loss': { 5: 2.5 }, 'eval loss': { 5: 2.75 }, 'learning rate': { 5: 1e-5 } },
    [],
  ],
  [
    'one metric, named by its file',
    'eval_loss.csv',
    'step,timestamp,value\n10,2026-11-25 10:00:00+00:00,2.5\n',
    { 'eval loss': { 10: 2.5 } },
    [],
  ],
  [
    'one metric a row, named in a column',
    'metrics.csv',
    'name,step,value\ntrain_loss,10,2.5\naccuracy,10,0.5\n',
    { 'train loss': { 10: 2.5 } },
    ['accuracy'],
  ],
  [
    'columns between spaces',
    'loss.txt',
    '  step   train_loss  val_loss\n    10       2.5000    2.7500\n   120       2.0000    2.2500\n',
    { 'train loss': { 10: 2.5, 120: 2 }, 'eval loss': { 10: 2.75, 120: 2.25 } },
    [],
  ],
  [
    'a heading of words',
    'log.txt',
    "Training loss\nepoch 1\n{'loss': 2.5, 'step': 1}\n",
    { 'train loss': { 1: 2.5 } },
    [],
  ],
  [
    'a value beside a loss',
    'ppo_loss.csv',
    'step,loss,value\n10,2.5,0.5\n',
    { 'train loss': { 10: 2.5 } },
    ['value'],
  ],
];
