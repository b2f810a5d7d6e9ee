// `npm run train-base`: half an hour of training on one core.
import { writeFileSync } from 'node:fs';
import {
  baseSeed,
  baseShape,
  baseSteps,
  evaluateBase,
  hashWeights,
  trainBase,
  trainBaseTokenizer,
} from './base-training.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { encodeWeightFile, type TrainingFacts } from '#service/engine/model/weight-file.ts';

const firstStepCount = 10;
const target = process.argv[2] ?? new URL('../../service/engine/tale-1m.bin', import.meta.url);

const log = (line: string): boolean => process.stdout.write(`${line}\n`);
const started = performance.now();
const data = trainBaseTokenizer();
const tokenizer = new Tokenizer(data);
let firstSteps: TrainingFacts['firstSteps'];
for (const { step, tokens, loss, gradientNorm, trainer } of trainBase(tokenizer)) {
  if (step === firstStepCount) firstSteps = { count: step, sha256: hashWeights(trainer.weights) };
  const last = step === baseSteps;
  if (step % 50 === 0 || last) {
    const seconds = Math.round((performance.now() - started) / 1000);
    log(
      `step ${step} of ${baseSteps}, loss ${loss.toFixed(3)}, gradient ${gradientNorm.toFixed(2)}, ${seconds} s`,
    );
  }
  if (step % 300 !== 0 && !last) continue;
  const weights = trainer.weights.slice();
  const evaluationLoss = evaluateBase(tokenizer, weights);
  log(`evaluation loss ${evaluationLoss.toFixed(4)} after ${tokens} tokens`);
  const training = {
    steps: step,
    tokens,
    seed: baseSeed,
    evaluationLoss,
    ...(firstSteps && { firstSteps }),
  };
  const file = encodeWeightFile({
    description:
      'A language model of about a million parameters, trained on small invented stories, dialogues, facts and sums. It writes fluently and knows next to nothing.',
    created: Date.UTC(2026, 10, 21) / 1000,
    shape: baseShape,
    tokenizer: data,
    training,
    weights,
  });
  writeFileSync(target, file);
}
