import { expect, test } from 'vitest';
import { otherModel } from './other-model.ts';

test('a model is compared with a fine-tune rather than a checkpoint, and never with a sample', () => {
  const base = model('inferdeck/tale-1m');
  const sample = model('a/talks', 'Talks (sample)');
  const step = model('46facc39-8b86-4d01-b42d-00cf4fc964ff:28');
  const tuned = model('inferdeck/tale-1m-pirate-0a1b2c3d');
  expect(otherModel([sample, base, step, tuned], base.id)).toBe(tuned.id);
  expect(otherModel([sample, base, step], base.id)).toBe(step.id);
  expect(otherModel([sample, base], base.id)).toBe('');
});

function model(id: string, name = id) {
  return { id, display_name: name, type: 'language' };
}
