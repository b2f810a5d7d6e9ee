// Losses in words: what the messages of events and the lines of trainers say of a step.
import { curveOfKey } from './curve-of-key.ts';
import type { KnownCurve } from './curve.ts';
import { readLogNumber } from './read-number.ts';

/** What a line of text says. */
export interface MessageFigures {
  readonly step: number | null;
  readonly epoch: number | null;
  readonly values: readonly { readonly name: KnownCurve; readonly value: number }[];
}

/** Reads `Step 100/100: training loss=0.00`, `{'loss': 12.3, 'epoch': 0.97}` and their kin; empty where nothing is measured. */
export function readMessage(message: string): MessageFigures {
  const values: { name: KnownCurve; value: number }[] = [];
  let epoch: number | null = null;
  for (const [, key = '', text = ''] of message.matchAll(pairs)) {
    const value = readLogNumber(text);
    if (value === undefined) continue;
    const name = curveOfPhrase(key);
    if (name !== null) values.push({ name, value });
    else if (/^(?:.* )?epoch$/i.test(key)) epoch = value;
  }
  const step = /\bstep\s+(\d+)/i.exec(message)?.[1];
  return { step: step === undefined ? null : Number(step), epoch, values };
}

/**
 * The curve of a key with the words before it: `training loss`, `INFO loss`. `best loss`, `total loss` and `test loss`
 * are other figures.
 */
export function curveOfPhrase(phrase: string): KnownCurve | null {
  const words = phrase.split(' ');
  if (words.some((word) => /^test$/i.test(word))) return null;
  for (let from = 0; from < words.length; from += 1) {
    const name = curveOfKey(words.slice(from).join(' '));
    if (name !== null) return from === 0 || isNoQualifier(words[from - 1] ?? '') ? name : null;
  }
  return null;
}

function isNoQualifier(word: string): boolean {
  return word === word.toUpperCase() || /^(?:current|batch|step|epoch|iter|iteration|with|and)$/i.test(word);
}

/** A key with up to two words before it, then `=` or `:`, then a number in any spelling, quoted or not, at the end of a sentence, too. */
const pairs =
  /['"]?((?:[A-Za-z]+ ){0,2}[A-Za-z_][\w/]*)['"]?\s*[=:]\s*(['"]?[-+]?(?:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)['"]?)(?!\w|\.[\w.])/gi;
