// Training of the base model, reproducible from a seed.
import { createHash } from 'node:crypto';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import { learningRateAt } from '#service/engine/fine-tuning/schedule.ts';
import type { Batch } from '#service/engine/model/forward.ts';
import { initialWeights, type ModelShape } from '#service/engine/model/shape.ts';
import { trainMerges, type Tokenizer, type TokenizerData } from '#service/engine/model/tokenizer.ts';
import { Trainer } from '#service/engine/model/trainer.ts';
import { writeDocument } from './mixture.ts';
import { writeStory } from './story.ts';

/** Short rows full of names come first: otherwise nothing is learned in time. */
interface Phase {
  readonly steps: number;
  readonly batch: number;
  readonly length: number;
  readonly mixture: 'early' | 'late';
}

export const baseShape: ModelShape = {
  vocabulary: 1024,
  width: 128,
  layers: 4,
  heads: 4,
  hidden: 352,
  context: 512,
};

export const baseSeed = 2026;

const phases: readonly Phase[] = [
  { steps: 1000, batch: 16, length: 64, mixture: 'early' },
  { steps: 1800, batch: 8, length: 256, mixture: 'late' },
  { steps: 1400, batch: 4, length: 512, mixture: 'late' },
];

export const baseSteps = phases.reduce((sum, { steps }) => sum + steps, 0);

interface BaseProgress {
  readonly step: number;
  readonly tokens: number;
  readonly loss: number;
  readonly gradientNorm: number;
  readonly trainer: Trainer;
}

export function trainBaseTokenizer(): TokenizerData {
  const random = new Random(baseSeed, 1);
  const documents = Array.from({ length: 6000 }, () => writeDocument(random, 'late'));
  return trainMerges(documents, baseShape.vocabulary);
}

export function* trainBase(tokenizer: Tokenizer): Generator<BaseProgress> {
  const random = new Random(baseSeed, 2);
  let weights: Float32Array = initialWeights(baseShape, baseSeed);
  let previous: Trainer | null = null;
  let step = 0;
  let tokens = 0;
  for (const { steps, batch, length, mixture } of phases) {
    const trainer: Trainer = new Trainer(baseShape, weights, { batch, length });
    if (previous) trainer.optimizer = previous.optimizer;
    for (let done = 0; done < steps; done++) {
      const rows = packDocuments(tokenizer, () => writeDocument(random, mixture), batch, length);
      const learningRate = learningRateAt(
        { kind: 'late-linear', peak: 3e-3, warmupSteps: 60, totalSteps: baseSteps, minRatio: 0.02 },
        step,
      );
      const { loss, gradientNorm, count } = trainer.step([rows], {
        learningRate,
        weightDecay: 0.1,
        maxGradNorm: 1,
      });
      step++;
      tokens += count;
      yield { step, tokens, loss, gradientNorm, trainer };
    }
    weights = trainer.weights.slice();
    previous = trainer;
  }
}

/** Mean loss per token in nats, on 16 rows of held-out stories. */
export function evaluateBase(tokenizer: Tokenizer, weights: Float32Array): number {
  const random = new Random(baseSeed, 3);
  const [batch, length] = [4, baseShape.context];
  const trainer = new Trainer(baseShape, weights, { batch, length });
  const batches: Batch[] = Array.from({ length: 4 }, () =>
    packDocuments(tokenizer, () => writeStory(random), batch, length),
  );
  const losses = batches.map((rows) => trainer.evaluate(rows));
  return losses.reduce((sum, { loss }) => sum + loss, 0) / losses.reduce((sum, { count }) => sum + count, 0);
}

export function hashWeights(weights: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(weights.length * 4));
  for (let index = 0; index < weights.length; index++) bytes.setFloat32(index * 4, at(weights, index), true);
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex');
}

/** Every row starts at the start of a document and is cut at its end. */
export function packDocuments(
  tokenizer: Tokenizer,
  nextDocument: () => string,
  batch: number,
  length: number,
): Batch {
  const tokens = new Int32Array(batch * length);
  const targets = new Int32Array(batch * length);
  for (let row = 0; row < batch; row++) {
    const ids = [tokenizer.end];
    while (ids.length <= length) ids.push(...tokenizer.encode(nextDocument()), tokenizer.end);
    for (let index = 0; index < length; index++) {
      tokens[row * length + index] = at(ids, index);
      targets[row * length + index] = at(ids, index + 1);
    }
  }
  return { tokens, targets };
}
