import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trainMerges, Tokenizer } from './tokenizer.ts';

const texts = [
  'the cat and the hat',
  'that cat sat on the mat',
  'The café — naïve 🦊🦊',
  '12 + 30 = 42\n\nthe end',
];
const data = trainMerges(texts, 320);
const tokenizer = new Tokenizer(data);

it('round-trips every text exactly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    }),
  );
});

it('encodes lone surrogates as U+FFFD and any mixture without failing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
      const text = String.fromCharCode(...units);
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
    }),
  );
});

it('learns the most frequent pairs first, and uses them', () => {
  expect(data.merges[0]).toEqual([...new TextEncoder().encode('at')]);
  expect(tokenizer.encode(' the cat').length).toBeLessThan(4);
});

it('never merges across words, and never produces the end token', () => {
  const ids = tokenizer.encode('the cat <|end|>');
  expect(ids).toEqual([
    ...tokenizer.encode('the'),
    ...tokenizer.encode(' cat'),
    ...tokenizer.encode(' <|end|>'),
  ]);
  expect(ids).not.toContain(tokenizer.end);
  expect(tokenizer.bytesOf(tokenizer.end)).toHaveLength(0);
});

it('learns the same merges from the same texts', () => {
  expect(trainMerges(texts, 320)).toEqual(data);
});

it('refuses unknown ids', () => {
  expect(() => tokenizer.bytesOf(tokenizer.size)).toThrow(RangeError);
});
