import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import { createSpace } from '#service/engine/kernels/kernels.ts';
import { bindReferenceKernels } from '#service/engine/testing/reference-kernels.ts';
import type { Batch } from './forward.ts';
import { initialWeights, layoutOf, type ModelShape } from './shape.ts';
import { Trainer } from './trainer.ts';

const shape: ModelShape = { vocabulary: 40, width: 16, layers: 2, heads: 2, hidden: 24, context: 64 };
const SIZE = { batch: 2, length: 48 };

function roughWeights(random: Random): Float32Array {
  return initialWeights(shape, 1).map((weight) => weight + random.normal() * 0.2);
}

function randomBatch(random: Random): Batch {
  const rows = SIZE.batch * SIZE.length;
  const tokens = Int32Array.from({ length: rows }, () => random.below(shape.vocabulary));
  const targets = Int32Array.from({ length: rows }, (_, i) =>
    i % 7 === 3 ? -1 : random.below(shape.vocabulary),
  );
  return { tokens, targets };
}

it('computes the gradient of every tensor as finite differences do', () => {
  const random = new Random(5);
  const trainer = new Trainer(shape, roughWeights(random), SIZE);
  const batch = randomBatch(random);
  trainer.accumulate([batch]);
  const gradients = trainer.gradients.slice();
  const { weights } = trainer;
  const lossWith = (index: number, value: number): number => {
    weights[index] = value;
    const { loss, count } = trainer.evaluate(batch);
    return loss / count;
  };
  const errors: Record<string, number> = {};
  for (const { name, rows, columns, offset } of layoutOf(shape).tensors) {
    let [difference, size] = [0, 0];
    for (let probe = 0; probe < 24; probe++) {
      const index = offset + random.below(rows * columns);
      const weight = at(weights, index);
      const slope = (lossWith(index, weight + 2e-3) - lossWith(index, weight - 2e-3)) / 4e-3;
      weights[index] = weight;
      difference += (slope - at(gradients, index)) ** 2;
      size += slope ** 2;
    }
    errors[name] = Math.sqrt(difference / size);
  }
  expect(Object.entries(errors).filter(([, error]) => error > 1e-3)).toEqual([]);
});

it('gives the same losses and weights on the kernels and on plain JavaScript', () => {
  const random = new Random(6);
  const weights = roughWeights(random);
  const fast = new Trainer(shape, weights, SIZE);
  const plain = new Trainer(shape, weights, SIZE, createSpace(bindReferenceKernels));
  const options = { learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 };
  for (let step = 0; step < 2; step++) {
    const batch = randomBatch(random);
    const [a, b] = [fast.step([batch], options), plain.step([batch], options)];
    expect(a.loss).toBeCloseTo(b.loss, 5);
    expect(a.gradientNorm).toBeCloseTo(b.gradientNorm, 4);
  }
});

it('takes the same step over two half batches as over the whole batch', () => {
  const random = new Random(7);
  const weights = roughWeights(random);
  const { tokens, targets } = randomBatch(random);
  const half = { batch: 1, length: SIZE.length };
  const [whole, parts] = [new Trainer(shape, weights, SIZE), new Trainer(shape, weights, half)];
  const one = whole.accumulate([{ tokens, targets }]);
  const two = parts.accumulate(
    [0, SIZE.length].map((start) => ({
      tokens: tokens.slice(start, start + SIZE.length),
      targets: targets.slice(start, start + SIZE.length),
    })),
  );
  expect(two.count).toBe(one.count);
  expect(two.loss).toBeCloseTo(one.loss, 5);
  const worst = whole.gradients.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - at(parts.gradients, i))),
    0,
  );
  expect(worst).toBeLessThan(1e-5);
});

it('continues exactly from weights and optimiser state', () => {
  const random = new Random(8);
  const options = { learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 };
  const batches = [randomBatch(random), randomBatch(random), randomBatch(random)];
  const first = new Trainer(shape, roughWeights(random), SIZE);
  first.step([at(batches, 0)], options);
  const second = new Trainer(shape, first.weights, SIZE);
  second.optimizer = first.optimizer;
  for (const trainer of [first, second]) for (const batch of batches.slice(1)) trainer.step([batch], options);
  expect(second.weights).toEqual(first.weights);
});

it('refuses sizes that the kernels cannot work with', () => {
  expect(() => layoutOf({ ...shape, width: 20 })).toThrow(RangeError);
  expect(() => new Trainer(shape, initialWeights(shape, 1), { batch: 1, length: 12 })).toThrow(RangeError);
});
