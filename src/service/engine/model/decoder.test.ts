import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import { consecutiveRows, Decoder, type DecoderRow, type LogitRows } from './decoder.ts';
import { initialWeights, type ModelShape } from './shape.ts';
import { Trainer } from './trainer.ts';

const shape: ModelShape = { vocabulary: 40, width: 16, layers: 2, heads: 2, hidden: 24, context: 64 };
const length = 48;

const random = new Random(4);
const weights = initialWeights(shape, 1).map((weight) => weight + random.normal() * 0.2);
const sequence = Array.from({ length: length }, () => random.below(shape.vocabulary));

/** A decoder that reserves space for what it is fed. */
function create(): { decoder: Decoder; run: (rows: readonly DecoderRow[], from?: number) => LogitRows } {
  const decoder = new Decoder(shape, { slots: 4, pages: 16, maxRows: 64 });
  const loaded = decoder.load(weights);
  return {
    decoder,
    run: (rows, from) => {
      for (const { slot, position } of rows) decoder.cache.reserve(slot, position + 1);
      return decoder.run(loaded, rows, from);
    },
  };
}

const bits = (row: Float32Array): number[] => [...new Uint32Array(row.slice().buffer)];

/** The bits of the logits after every token, fed one by one. */
function oneByOne(): number[][] {
  const { run } = create();
  return sequence.map((token, position) => bits(run([{ token, slot: 2, position }]).row(0)));
}

it('gives the loss of the batched training pass', () => {
  const targets = Int32Array.from(sequence, (_, index) => sequence[index + 1] ?? -1);
  const trainer = new Trainer(shape, weights, { batch: 1, length: length });
  const { loss } = trainer.evaluate({ tokens: Int32Array.from(sequence), targets });
  const logits = create().run(consecutiveRows(sequence, 1, 0));
  let sum = 0;
  for (let index = 0; index + 1 < length; index++)
    sum += logits.logTotal(index) - at(logits.row(index), at(targets, index));
  expect(sum).toBeCloseTo(loss, 3);
});

it('gives the same bits for a sequence fed at once, in pieces and one by one', () => {
  const expected = oneByOne();
  const atOnce = create().run(consecutiveRows(sequence, 0, 0));
  for (const [index, row] of expected.entries()) expect(bits(atOnce.row(index))).toEqual(row);
  const { run } = create();
  for (let start = 0; start < length; start += 7) {
    const piece = sequence.slice(start, start + 7);
    const logits = run(consecutiveRows(piece, 3, start), piece.length - 1);
    expect(bits(logits.row(0))).toEqual(expected[start + piece.length - 1]);
  }
});

it('gives the same bits beside other sequences', () => {
  const expected = oneByOne();
  const { run } = create();
  const others = [0, 1, 3];
  for (const [position, token] of sequence.entries()) {
    const rows = others
      .slice(0, position % 4)
      .map((slot) => ({ token: random.below(shape.vocabulary), slot, position }));
    const logits = run([...rows, { token, slot: 2, position }], rows.length);
    expect(bits(logits.row(0))).toEqual(expected[position]);
  }
});

it('continues from a shared prefix as from the original, without changing it', () => {
  const expected = oneByOne();
  const { decoder, run } = create();
  run(consecutiveRows(sequence.slice(0, 40), 0, 0));
  decoder.cache.share(0, 3, 35);
  expect(bits(run(consecutiveRows(sequence.slice(35, 45), 3, 35), 9).row(0))).toEqual(expected[44]);
  run(consecutiveRows([1, 2, 3, 4, 5], 3, 35));
  expect(bits(run(consecutiveRows(sequence.slice(40, 44), 0, 40), 3).row(0))).toEqual(expected[43]);
  decoder.cache.release(0);
  run(consecutiveRows(sequence.slice(0, 20).toReversed(), 1, 0));
  expect(bits(run(consecutiveRows(sequence.slice(35), 3, 35), 12).row(0))).toEqual(expected[47]);
});

it('keeps several sets of weights apart', () => {
  const decoder = new Decoder(shape, { slots: 1, pages: 1, maxRows: 4 });
  decoder.cache.reserve(0, 1);
  const rows = [{ token: 5, slot: 0, position: 0 }];
  const [first, second] = [decoder.load(weights), decoder.load(initialWeights(shape, 9))];
  const before = bits(decoder.run(first, rows).row(0));
  expect(bits(decoder.run(second, rows).row(0))).not.toEqual(before);
  decoder.unload(second);
  decoder.load(weights.map((weight) => weight * 0.5));
  expect(bits(decoder.run(first, rows).row(0))).toEqual(before);
});

it('has log totals that make the probabilities of the vocabulary sum to one', () => {
  const logits = create().run(consecutiveRows(sequence, 0, 0));
  for (let index = 0; index < length; index++) {
    const total = logits.logTotal(index);
    const sum = logits.row(index).reduce((all, logit) => all + Math.exp(logit - total), 0);
    expect(sum).toBeCloseTo(1, 5);
  }
});

it.each([NaN, Infinity, -Infinity])(
  'gives finite logits for weights of %d from a diverged training',
  (stray) => {
    const decoder = new Decoder(shape, { slots: 1, pages: 4, maxRows: 64 });
    const loaded = decoder.load(weights.map((weight, index) => (index % 1_000 === 7 ? stray : weight)));
    decoder.cache.reserve(0, length);
    const logits = decoder.run(loaded, consecutiveRows(sequence, 0, 0));
    for (const index of sequence.keys()) {
      expect(logits.row(index).every((logit) => Number.isFinite(logit))).toBe(true);
      expect(Number.isFinite(logits.logTotal(index))).toBe(true);
    }
  },
);
