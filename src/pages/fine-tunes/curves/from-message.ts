// Losses in words: what the messages of events and the lines of trainers say of a step.
import { curveNames, type CurveName } from './curve.ts';
import { readLogNumber } from './read-number.ts';

/** The names under which trainers write each curve. `eval_loss` is never read as `loss`. */
const aliases: Readonly<Record<CurveName, readonly string[]>> = {
  'train loss': ['loss', 'train/loss', 'train_loss', 'training_loss', 'training loss'],
  'eval loss': [
    'eval_loss',
    'eval/loss',
    'valid_loss',
    'val_loss',
    'validation_loss',
    'full_valid_loss',
    'eval loss',
    'validation loss',
    'evaluation loss',
    'evaluation_loss',
    'valid loss',
    'val loss',
  ],
  'learning rate': ['learning_rate', 'train/learning_rate', 'lr', 'learning rate'],
  'gradient norm': ['grad_norm', 'train/grad_norm', 'gradient norm'],
};

const byAlias = new Map(curveNames.flatMap((name) => aliases[name].map((alias) => [alias, name] as const)));

/** The curve that a key of a log means; null for any other key. */
export function curveOfKey(key: string): CurveName | null {
  return byAlias.get(key.trim().toLowerCase()) ?? null;
}

/** What a line of text says. */
export interface MessageFigures {
  readonly step: number | null;
  readonly epoch: number | null;
  readonly values: readonly { readonly name: CurveName; readonly value: number }[];
}

/** Reads `Step 100/100: training loss=0.00`, `{'loss': 12.3, 'epoch': 0.97}` and their kin; empty where nothing is measured. */
export function readMessage(message: string): MessageFigures {
  const values: { name: CurveName; value: number }[] = [];
  let epoch: number | null = null;
  for (const [, key = '', text = ''] of message.matchAll(pairs)) {
    const value = readLogNumber(text);
    if (value === undefined) continue;
    const name = curveOfKey(key);
    if (name !== null) values.push({ name, value });
    else if (key.toLowerCase() === 'epoch') epoch = value;
  }
  const step = /\bstep\s+(\d+)/i.exec(message)?.[1];
  return { step: step === undefined ? null : Number(step), epoch, values };
}

/** A key of one or two words (or `test loss` would be a loss), then `=` or `:`, then a number in any spelling, quoted or not, at the end of a sentence, too. */
const pairs =
  /['"]?((?:training |validation |evaluation |eval |valid |val |test |learning |gradient |best |lowest |highest |min |max |total |avg |average |mean |median |running |smoothed |ema |initial |previous |final |aux |auxiliary |kl |ce |distillation |regularization )?[A-Za-z_][\w/]*)['"]?\s*[=:]\s*(['"]?[-+]?(?:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)['"]?)(?!\w|\.[\w.])/gi;
