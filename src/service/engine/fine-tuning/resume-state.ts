// Fine-tuning checkpoints and resume state.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, basename } from 'node:path';
import * as z from 'zod/mini';
import { prepareFile, writeFileAtomically } from '#service/engine/model/atomic-file.ts';
import type { OptimizerState } from '#service/engine/model/trainer.ts';
import { encodeWeightFile, parseJson, type StoredModel } from '#service/engine/model/weight-file.ts';
import type { FineTunePlan } from './contract.ts';

/** Everything else follows from plan, files and step. */
export interface ResumeState {
  readonly step: number;
  readonly tokens: number;
  readonly fingerprint: string;
  readonly weights: Float32Array;
  readonly optimizer: OptimizerState;
}

const format = 'inferdeck-resume-1';

const Header = z.object({
  format: z.literal(format),
  step: z.int(),
  tokens: z.int(),
  fingerprint: z.string(),
  count: z.int(),
  optimizerSteps: z.int(),
  /** Of the rest: three times `count` floats in the machine's byte order. */
  sha256: z.string(),
});

const fileIn = (folder: string): string => join(folder, 'resume.state');

/** `commit` replaces the previous state. */
export function prepareResumeState(folder: string, state: ResumeState): { commit(): void } {
  const { step, tokens, fingerprint, weights, optimizer } = state;
  const parts = [weights, optimizer.means, optimizer.variances].map(bytesOf);
  const header = {
    format: format,
    step,
    tokens,
    fingerprint,
    count: weights.length,
    optimizerSteps: optimizer.steps,
    sha256: hash(parts),
  };
  const line = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  return prepareFile(fileIn(folder), [line, ...parts]);
}

/** `unusable`: damaged, or of another fingerprint. */
export function readResumeState(folder: string, fingerprint: string): ResumeState | 'none' | 'unusable' {
  const path = fileIn(folder);
  if (!existsSync(path)) return 'none';
  const file = readFileSync(path);
  const end = file.indexOf(10);
  const parsed = Header.safeParse(parseJson(file.subarray(0, Math.max(0, end)).toString()));
  const bytes = file.subarray(end + 1);
  if (!parsed.success || bytes.length !== parsed.data.count * 12 || hash([bytes]) !== parsed.data.sha256)
    return 'unusable';
  const { step, tokens, count, optimizerSteps } = parsed.data;
  if (parsed.data.fingerprint !== fingerprint) return 'unusable';
  // A Float32Array needs an offset that is a multiple of four.
  const floats = new Float32Array(Uint8Array.from(bytes).buffer);
  return {
    step,
    tokens,
    fingerprint,
    weights: floats.slice(0, count),
    optimizer: {
      means: floats.slice(count, count * 2),
      variances: floats.slice(count * 2),
      steps: optimizerSteps,
    },
  };
}

/** And files whose writing a kill has cut. */
export function removeResumeState(folder: string): void {
  if (!existsSync(folder)) return;
  rmSync(fileIn(folder), { force: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name));
}

export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** SHA-256. */
export function hash(parts: readonly Uint8Array[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
}

interface Snapshot {
  readonly step: number;
  readonly totalSteps: number;
  readonly tokens: number;
  readonly evaluationLoss: number | null;
  readonly weights: Float32Array;
}

export const checkpointFile = (folder: string, step: number): string => join(folder, `step-${step}.bin`);

/** In half precision; returns the path. */
export function writeCheckpoint(
  { outputFolder, baseFile, seed }: FineTunePlan,
  base: StoredModel,
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
    },
    weights,
  });
  writeFileAtomically(path, [file]);
  return path;
}
