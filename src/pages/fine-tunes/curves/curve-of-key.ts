// Curve names of log keys and event messages.
import type { KnownCurve } from './curve.ts';

/** Of several keys for a curve, the one of the lowest rank counts. */
interface KeyMeaning {
  readonly name: KnownCurve;
  readonly rank: number;
}

/** For `train/loss`, `Loss_val`, `lr-AdamW` and the like. */
export function meaningOfKey(key: string): KeyMeaning | null {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const meaning = findMeaning(key);
  if (cache.size < 5000) cache.set(key, meaning);
  return meaning;
}

/** Logs have few keys on millions of lines. */
const cache = new Map<string, KeyMeaning | null>();

function findMeaning(key: string): KeyMeaning | null {
  const word = key
    .trim()
    .toLowerCase()
    .replaceAll('%2f', '/')
    .replaceAll(/[\s/.:-]+/g, '_');
  const rank = spellings.findIndex(([, spelling]) => spelling.test(word));
  const name = spellings[rank]?.[0];
  return name === undefined ? null : { name, rank };
}

export function curveOfKey(key: string): KnownCurve | null {
  return meaningOfKey(key)?.name ?? null;
}

// A training loss is never an evaluation, sum, mean or best.
const spellings: readonly (readonly [KnownCurve, RegExp])[] = [
  ['train loss', /^loss$/],
  ['train loss', /^train(?:ing)?_loss$/],
  [
    'train loss',
    /^(?:loss_train(?:ing)?|train_inner_loss|(?:reduced_train|step|avr)_loss|(?:train_)?lm_loss)$/,
  ],
  ['train loss', /^(?:train(?:ing)?_loss|loss|loss_train(?:ing)?)_(?:step|batch)$|^batch_loss$/],
  ['train loss', /^(?:train(?:ing)?_loss|loss|loss_train(?:ing)?)_epoch$|^epoch_(?:train_)?loss$/],
  ['train loss', /^train(?:ing)?_(?:binary_|multi_|m)?logloss$|^total_loss$/],
  ['eval loss', /^(?:full_)?(?:eval|evaluation|val|valid|validation)_loss$/],
  ['eval loss', /^loss_(?:eval|evaluation|val|valid|validation)$/],
  ['eval loss', /^(?:(?:val|valid|validation)_)?lm_loss(?:_validation|_value)?$/],
  ['eval loss', /^(?:eval|val|valid|validation)_loss_(?:epoch|step)$|^epoch_(?:val|validation)_loss$/],
  ['eval loss', /^evaluation_loss_vs_iterations$/],
  ['eval loss', /^(?:test|dev)_loss(?:_epoch|_step)?$|^loss_(?:test|dev)$/],
  ['eval loss', /^(?:eval|val|valid|validation|test)(?:_\d)?_(?:binary_|multi_|m)?logloss$/],
  ['learning rate', /^(?:train_)?(?:learning_rate|lr)$/],
  ['learning rate', /^epoch_learning_rate$/],
  ['learning rate', /^lr_\w*(?:adam|sgd|adagrad|adadelta|rmsprop|adafactor|lion|lbfgs)\w*$/],
  ['gradient norm', /^(?:train_)?(?:grad|gradient)_norm$/],
  ['gradient norm', /^(?:train_)?gnorm$|^grad(?:_\d_0)?_norm_total$/],
];

export interface MessageFigures {
  readonly step: number | null;
  readonly epoch: number | null;
  readonly values: readonly (KeyMeaning & { readonly value: number })[];
}

/** `Step 100/100: training loss=0.00`, `{'loss': 12.3, 'epoch': 0.97}` */
export function readMessage(message: string): MessageFigures {
  const plain = ungrouped(message);
  const values: (KeyMeaning & { value: number })[] = [];
  let epoch: number | null = null;
  for (const [, key = '', text = ''] of plain.matchAll(pairs)) {
    const value = readLogNumber(text);
    if (value === undefined) continue;
    const meaning = meaningOfPhrase(key);
    if (meaning !== null) values.push({ ...meaning, value });
    else if (/^(?:.* )?epoch$/i.test(key)) epoch = value;
  }
  const step = /\b(?:global_)?step(?:\s+|\s*[:=]\s*)(\d+)(?![\d.]*%)/i.exec(plain)?.[1];
  return { step: step === undefined ? null : Number(step), epoch, values };
}

/** `424,000` as `424000`, but not a list such as `[1,234]`. */
export function ungrouped(text: string): string {
  return text.replaceAll(/(?<![\w.,[(])\d{1,3}(?:,\d{3})+(?![\w,])/g, (number) => number.replaceAll(',', ''));
}

/** Accepts `training loss` and `INFO loss`, but not `best loss`, `total loss` or `test loss`. */
export function meaningOfPhrase(phrase: string): KeyMeaning | null {
  const words = phrase.split(' ');
  if (words.some((word) => /^(?:test|total)$/i.test(word))) return null;
  for (let from = 0; from < words.length; from += 1) {
    const meaning = meaningOfKey(words.slice(from).join(' '));
    if (meaning !== null) return from === 0 || isNoQualifier(words[from - 1] ?? '') ? meaning : null;
  }
  return null;
}

function isNoQualifier(word: string): boolean {
  return word === word.toUpperCase() || /^(?:current|batch|step|epoch|iter|iteration|with|and)$/i.test(word);
}

/**
 * A key with up to two words before it, `=` or `:`, and a number, perhaps quoted. Bounded: encoded data is one
 * long word.
 */
const pairs =
  /['"]?((?:[A-Za-z]{1,99} ){0,2}[A-Za-z_][\w/]{0,99})['"]?\s*[=:]\s*(['"]?[-+]?(?:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)['"]?)(?!\w|\.[\w.])/gi;

/** Undefined for other text, including `None` and `null`. */
export function readLogNumber(text: string): number | undefined {
  const word = text.trim().replace(/^['"]|['"]$/g, '');
  if (/^[-+]?nan$/i.test(word)) return Number.NaN;
  if (/^[+]?inf(inity)?$/i.test(word)) return Number.POSITIVE_INFINITY;
  if (/^-inf(inity)?$/i.test(word)) return Number.NEGATIVE_INFINITY;
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word)) return undefined;
  return Number(word);
}
