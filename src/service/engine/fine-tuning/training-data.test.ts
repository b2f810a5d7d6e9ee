import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { initialWeights } from '#service/engine/model/shape.ts';
import { trainMerges, Tokenizer } from '#service/engine/model/tokenizer.ts';
import { Trainer } from '#service/engine/model/trainer.ts';
import { batchRows, countTokens, encodeExample, packRows, rowLengthFor, type Row } from './training-data.ts';
import { tinyShape } from '#service/engine/testing/tiny-run.ts';

const tokenizer = new Tokenizer(trainMerges(['the cat in the hat sat'], tinyShape.vocabulary));
const example = { prompt: 'the cat', completion: ' sat' };
const ids = [...tokenizer.encode('the cat'), ...tokenizer.encode(' sat')];
const promptLength = tokenizer.encode('the cat').length;

it('trains on the completion and its end token, and on prompts only when asked', () => {
  const masked = encodeExample(example, tokenizer, 'auto');
  expect([...masked.tokens]).toEqual([tokenizer.end, ...ids]);
  expect([...masked.targets]).toEqual([
    ...ids.map((id, index) => (index < promptLength ? -1 : id)),
    tokenizer.end,
  ]);
  expect(encodeExample(example, tokenizer, false)).toEqual(masked);
  expect([...encodeExample(example, tokenizer, true).targets]).toEqual([...ids, tokenizer.end]);
  const text = encodeExample({ prompt: '', completion: 'the cat' }, tokenizer, false);
  expect([...text.targets]).not.toContain(-1);
});

it('takes no gradient from masked prompts: the gradients of both parts add up to the whole', () => {
  const whole = encodeExample(example, tokenizer, true);
  const masked = encodeExample(example, tokenizer, false);
  const inverse = { ...whole, targets: whole.targets.map((id, index) => (index < promptLength ? id : -1)) };
  const trainer = new Trainer(tinyShape, initialWeights(tinyShape, 1), { batch: 1, length: 16 });
  const [all, completion, prompt] = [whole, masked, inverse].map((row) => {
    const { loss, count } = trainer.accumulate(batchRows([row], { batch: 1, length: 16 }, tokenizer.end));
    return { loss: loss * count, count, gradient: trainer.gradients.map((value) => value * count) };
  });
  if (!all || !completion || !prompt) throw new Error('three rows give three results');
  expect(completion.count).toBe(ids.length - promptLength + 1);
  expect(all.loss).toBeCloseTo(completion.loss + prompt.loss, 4);
  const worst = all.gradient.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - at(completion.gradient, i) - at(prompt.gradient, i))),
    0,
  );
  expect(worst).toBeLessThan(1e-4);
});

const rowOf = (length: number, first: number): Row => ({
  tokens: Int32Array.from({ length }, (_, index) => first + index),
  targets: Int32Array.from({ length }, (_, index) => first + index + 1),
});

it('packs every token once, cuts nothing that fits, and fills no row beyond its length', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 40 }), fc.nat(), (lengths, seed) => {
      const examples = lengths.map((length, index) => rowOf(length, index * 1000));
      const rows = packRows(examples, 64, seed);
      expect(countTokens(rows)).toBe(lengths.reduce((sum, length) => sum + length, 0));
      const tokens = rows.flatMap((row) => [...row.tokens]).toSorted((a, b) => a - b);
      expect(tokens).toEqual(examples.flatMap((row) => [...row.tokens]));
      for (const row of rows) {
        expect(row.tokens.length).toBeLessThanOrEqual(64);
        expect([...row.targets]).toEqual([...row.tokens].map((token) => token + 1));
      }
      for (const {
        tokens: [first] = [],
        tokens: { length },
      } of examples.filter((one) => one.tokens.length <= 64)) {
        const holder = rows.find((row) => first !== undefined && row.tokens.includes(first));
        expect(holder?.tokens.includes((first ?? 0) + length - 1)).toBe(true);
      }
    }),
  );
});

it('makes rows as long as the longest example, from 128 to the context', () => {
  expect(rowLengthFor([rowOf(5, 0)], 512)).toBe(128);
  expect(rowLengthFor([rowOf(5, 0), rowOf(141, 0)], 512)).toBe(144);
  expect(rowLengthFor([rowOf(9000, 0)], 512)).toBe(512);
  expect(rowLengthFor([rowOf(5, 0)], 100)).toBe(96);
});

it('leaves out pieces without trainable tokens', () => {
  const row = rowOf(100, 0);
  const masked = { ...row, targets: row.targets.map((target) => (target <= 40 ? -1 : target)) };
  const lengths = packRows([masked], 32, 1).map(({ tokens }) => tokens.length);
  expect(lengths.toSorted((a, b) => a - b)).toEqual([4, 32, 32]);
});

it('fills the last batch with rows that do not count', () => {
  const batches = batchRows([rowOf(3, 0), rowOf(8, 10), rowOf(2, 20)], { batch: 2, length: 8 }, 99);
  expect(batches.map(({ targets }) => targets.filter((target) => target >= 0).length)).toEqual([11, 2]);
  expect(at(batches, 1).tokens.slice(0, 4)).toEqual(Int32Array.of(20, 21, 99, 99));
});
