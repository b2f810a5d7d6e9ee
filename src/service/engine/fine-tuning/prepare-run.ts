// Fine-tuning run setup: base, data, schedule, trainer, resume state.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { causeOf } from '#service/engine/contract.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { Trainer } from '#service/engine/model/trainer.ts';
import { decodeWeightFile, type StoredModel } from '#service/engine/model/weight-file.ts';
import { maxBatchSize, type FineTunePlan } from './contract.ts';
import { readResumeState, type ResumeState } from './resume-state.ts';
import { scheduleOf, type StepSchedule } from './schedule.ts';
import { type Row, FineTuneError, readTrainingData, type TrainingData } from './training-data.ts';

export interface PreparedRun {
  readonly plan: FineTunePlan;
  readonly base: StoredModel;
  readonly baseHash: string;
  readonly padding: number;
  readonly data: TrainingData;
  readonly schedule: StepSchedule;
  readonly batchSize: number;
  /** Of one trainer pass; a step may take several. */
  readonly size: { readonly batch: number; readonly length: number };
  readonly trainer: Trainer;
  /** SHA-256 of everything that determines the curve. */
  readonly fingerprint: string;
  readonly resumed: ResumeState | null;
  readonly isStateUnusable: boolean;
}

/** Enough for full speed, with memory independent of the batch size. */
const tokensPerPass = 1024;

/** Throws FineTuneError or file system errors. */
export async function prepareRun(plan: FineTunePlan): Promise<PreparedRun> {
  const base = await readBase(plan.baseFile);
  const tokenizer = new Tokenizer(base.tokenizer);
  const data = await readTrainingData(plan, tokenizer, base.shape.context);
  const { length, rows } = data;
  const batchSize = plan.batchSize === 'max' ? maxBatchSize : plan.batchSize;
  const batch = Math.max(1, Math.min(batchSize, rows.length, Math.floor(tokensPerPass / length)));
  const fingerprint = fingerprintOf(plan, base, data);
  const saved = readResumeState(plan.outputFolder, fingerprint);
  const resumed = typeof saved === 'string' ? null : saved;
  const trainer = new Trainer(base.shape, resumed?.weights ?? base.weights, { batch, length });
  if (resumed) trainer.optimizer = resumed.optimizer;
  return {
    plan,
    base,
    baseHash: hash([bytesOf(base.weights)]),
    padding: tokenizer.end,
    data,
    schedule: scheduleOf(plan, rows.length, batchSize),
    batchSize,
    size: { batch, length },
    trainer,
    fingerprint,
    resumed,
    isStateUnusable: saved === 'unusable',
  };
}

async function readBase(file: string): Promise<StoredModel> {
  try {
    return decodeWeightFile(await readFile(file));
  } catch (error) {
    throw new FineTuneError(`The base model cannot be read: ${causeOf(error)}.`);
  }
}

/** Of contents, not paths. */
function fingerprintOf(plan: FineTunePlan, base: StoredModel, data: TrainingData): string {
  const { baseFile: _, trainingFile: _1, validationFile: _2, outputFolder: _3, ...settings } = plan;
  const entries = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rowBytes = ({ tokens, targets }: Row): Uint8Array[] => [bytesOf(tokens), bytesOf(targets)];
  return hash([
    new TextEncoder().encode(JSON.stringify([entries, data.length, data.rows.length])),
    bytesOf(base.weights),
    ...data.rows.flatMap(rowBytes),
    ...data.validationRows.flatMap(rowBytes),
  ]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function hash(parts: readonly Uint8Array[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
}
