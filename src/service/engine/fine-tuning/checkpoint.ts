// Fine-tuning checkpoints: weight files that the engine can serve.
import { basename, join } from 'node:path';
import { encodeWeightFile, type StoredModel } from '#service/engine/model/weight-file.ts';
import { writeFileAtomically } from '#service/engine/model/atomic-file.ts';
import type { FineTunePlan } from './contract.ts';

interface Snapshot {
  readonly step: number;
  readonly totalSteps: number;
  readonly tokens: number;
  /** Loss over the validation file, if measured at this step. */
  readonly evaluationLoss: number | null;
  readonly weights: Float32Array;
}

export const checkpointFile = (folder: string, step: number): string => join(folder, `step-${step}.bin`);

/** Writes the weights in half precision and returns the path; `baseHash` is that of the base's weights. */
export function writeCheckpoint(
  { outputFolder, baseFile, seed }: FineTunePlan,
  base: StoredModel,
  baseHash: string,
  { step, totalSteps, tokens, evaluationLoss, weights }: Snapshot,
): string {
  const path = checkpointFile(outputFolder, step);
  const file = encodeWeightFile({
    description: `A fine-tune of ${basename(baseFile)}, after step ${step} of ${totalSteps}.`,
    created: Math.floor(Date.now() / 1000),
    shape: base.shape,
    tokenizer: base.tokenizer,
    training: {
      steps: step,
      tokens,
      seed,
      ...(evaluationLoss !== null && { evaluationLoss }),
      base: { file: basename(baseFile), sha256: baseHash },
    },
    weights,
  });
  writeFileAtomically(path, [file]);
  return path;
}
