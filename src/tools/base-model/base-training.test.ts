import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { baseModelFile } from '#service/engine/start-worker.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { decodeWeightFile } from '#service/engine/model/weight-file.ts';
import {
  baseSeed,
  baseShape,
  baseSteps,
  hashWeights,
  trainBase,
  trainBaseTokenizer,
} from './base-training.ts';

it('reproduces the weights in the repository: same tokenizer, same bits after the first steps', () => {
  const { shape, tokenizer, training } = decodeWeightFile(readFileSync(baseModelFile));
  expect(JSON.stringify(trainBaseTokenizer())).toBe(JSON.stringify(tokenizer));
  expect(shape).toEqual(baseShape);
  expect(training).toMatchObject({ seed: baseSeed, steps: baseSteps });
  for (const { step, trainer } of trainBase(new Tokenizer(tokenizer))) {
    if (step < (training.firstSteps?.count ?? 0)) continue;
    expect(hashWeights(trainer.weights)).toBe(training.firstSteps?.sha256);
    break;
  }
});
