import { describe, expect, it } from 'vitest';
import { trainMerges, Tokenizer } from '#service/engine/model/tokenizer.ts';
import { packDocuments } from './base-training.ts';
import { learningRateAt, type LearningRateSchedule } from '#service/engine/fine-tuning/schedule.ts';

describe('batches', () => {
  const tokenizer = new Tokenizer(trainMerges([], 257));

  it('begin every row with the end token, separate documents by it, and have the next token as target', () => {
    let number = 0;
    const { tokens, targets } = packDocuments(tokenizer, () => `d${number++}`, 2, 8);
    const [d, end] = [100, 256];
    expect(tokens.slice(0, 8)).toEqual(Int32Array.of(end, d, 48, end, d, 49, end, d));
    expect(targets.slice(0, 8)).toEqual(Int32Array.of(d, 48, end, d, 49, end, d, 50));
    expect(tokens.slice(8, 11)).toEqual(Int32Array.of(end, d, 51));
  });
});

describe('the learning rate', () => {
  const schedule: LearningRateSchedule = {
    kind: 'linear',
    peak: 1,
    warmupSteps: 10,
    totalSteps: 110,
    minRatio: 0.1,
  };

  it('warms up to the peak', () => {
    expect([0, 4, 9].map((step) => learningRateAt(schedule, step))).toEqual([0.1, 0.5, 1]);
  });

  it.each([
    ['linear', 0.55, 0.1],
    ['cosine', 0.55, 0.1],
    ['late-linear', 1, 0.1],
  ] as const)('%s has the right rate halfway and at the end', (kind, half, end) => {
    expect(learningRateAt({ ...schedule, kind }, 60)).toBeCloseTo(half, 9);
    expect(learningRateAt({ ...schedule, kind }, 110)).toBeCloseTo(end, 9);
    expect(learningRateAt({ ...schedule, kind }, 500)).toBeCloseTo(end, 9);
  });
});
