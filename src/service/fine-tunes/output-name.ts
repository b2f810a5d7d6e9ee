// The name of a model that a fine-tune makes.
import { randomBytes } from 'node:crypto';

/** `inferdeck/tale-1m-<suffix>-<8 hex>`; without the middle where there is no suffix. Never the same twice. */
export function outputName(model: string, suffix: string): string {
  const middle = suffix === '' ? '' : `${suffix}-`;
  return `${model}-${middle}${randomBytes(4).toString('hex')}`;
}
