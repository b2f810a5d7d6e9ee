// Which curve a key of a log means, however a trainer spells it.
import type { KnownCurve } from './curve.ts';

/** A curve and how plainly the key says it: of several keys for one curve in a log, the lowest rank is the curve. */
export interface KeyMeaning {
  readonly name: KnownCurve;
  readonly rank: number;
}

/** The curve under a key such as `train/loss`, `Loss_val` or `lr-AdamW`; null for any other. */
export function meaningOfKey(key: string): KeyMeaning | null {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const meaning = findMeaning(key);
  if (cache.size < 5000) cache.set(key, meaning);
  return meaning;
}

/** Logs have few keys, and millions of lines with them. */
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

/** The curve alone. */
export function curveOfKey(key: string): KnownCurve | null {
  return meaningOfKey(key)?.name ?? null;
}

// An evaluation is never a training loss, and neither is a sum, a mean or a best of losses.
const spellings: readonly (readonly [KnownCurve, RegExp])[] = [
  ['train loss', /^loss$/],
  ['train loss', /^train(?:ing)?_loss$/],
  ['train loss', /^(?:loss_train(?:ing)?|train_inner_loss|(?:train_)?lm_loss)$/],
  ['train loss', /^(?:train(?:ing)?_loss|loss|loss_train(?:ing)?)_(?:step|batch)$|^batch_loss$/],
  ['train loss', /^(?:train(?:ing)?_loss|loss|loss_train(?:ing)?)_epoch$|^epoch_(?:train_)?loss$/],
  ['eval loss', /^(?:full_)?(?:eval|evaluation|val|valid|validation)_loss$/],
  ['eval loss', /^loss_(?:eval|evaluation|val|valid|validation)$/],
  ['eval loss', /^(?:(?:val|valid|validation)_)?lm_loss(?:_validation|_value)?$/],
  ['eval loss', /^(?:eval|val|valid|validation)_loss_(?:epoch|step)$|^epoch_(?:val|validation)_loss$/],
  ['eval loss', /^evaluation_loss_vs_iterations$/],
  ['eval loss', /^(?:test|dev)_loss(?:_epoch|_step)?$|^loss_(?:test|dev)$/],
  ['learning rate', /^(?:train_)?(?:learning_rate|lr)$/],
  ['learning rate', /^epoch_learning_rate$/],
  ['learning rate', /^lr_\w*(?:adam|sgd|adagrad|adadelta|rmsprop|adafactor|lion|lbfgs)\w*$/],
  ['gradient norm', /^(?:train_)?(?:grad|gradient)_norm$/],
  ['gradient norm', /^(?:train_)?gnorm$|^grad(?:_\d_0)?_norm_total$/],
];
