import { expect, test } from 'vitest';
import { aboutWords } from './about-words.ts';

test.each([
  [
    { modelName: 'acme/tales', modelSource: 'tales.gguf', description: 'Tells.' },
    'acme/tales from tales.gguf',
  ],
  [{ modelName: 'acme/tales', baseModel: 'inferdeck/tale-1m' }, 'acme/tales from inferdeck/tale-1m'],
  [{ modelName: 'acme/tales', modelSource: '' }, 'acme/tales'],
  [{ dataset: 'd-1', count: 4, region: 'north' }, 'd-1, north'],
  [{ count: 4, nested: {} }, ''],
  [{}, ''],
])('%j is about “%s”', (args, words) => {
  expect(aboutWords({ args })).toBe(words);
});

test('a job without arguments is about nothing that is known', () => {
  expect(aboutWords({})).toBe('');
});

test('long arguments are cut', () => {
  expect(aboutWords({ args: { modelName: 'x'.repeat(1000) } })).toHaveLength(200);
});
