// Tiny fine-tunes for tests, run in the test's own thread.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Random } from '#lib/random.ts';
import type { FineTuneEvent, FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import { runFineTune } from '#service/engine/fine-tuning/run.ts';
import { initialWeights } from '#service/engine/model/shape.ts';
import { trainMerges } from '#service/engine/model/tokenizer.ts';
import { decodeWeightFile, encodeWeightFile } from '#service/engine/model/weight-file.ts';

export const tinyShape = { vocabulary: 264, width: 16, layers: 1, heads: 2, hidden: 24, context: 128 };

/** Removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-fine-tuning-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeLines(folder: string, name: string, lines: readonly (object | string)[]): string {
  const file = join(folder, name);
  writeFileSync(
    file,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  return file;
}

/** A plan of 36 examples in 6 rows, 2 rows per step: 3 steps per epoch, 12 in all. */
export function tinyPlan(folder: string, changes: Partial<FineTunePlan> = {}): FineTunePlan {
  const random = new Random(3);
  const sentence = (): string =>
    `the ${random.pick(['cat', 'dog'])} ${random.pick(['sat', 'ran'])} in the hat`;
  const lines = Array.from({ length: 36 }, () => ({ text: sentence() }));
  const baseFile = join(folder, 'tiny.bin');
  writeFileSync(
    baseFile,
    encodeWeightFile({
      description: 'A model for tests.',
      created: 0,
      shape: tinyShape,
      tokenizer: trainMerges(['the cat in the hat sat'], tinyShape.vocabulary),
      training: { steps: 0, tokens: 0, seed: 1 },
      weights: initialWeights(tinyShape, 1),
    }),
  );
  return {
    baseFile,
    trainingFile: writeLines(folder, 'training.jsonl', lines),
    validationFile: writeLines(folder, 'validation.jsonl', lines.slice(0, 4)),
    nEpochs: 4,
    batchSize: 2,
    learningRate: 0.01,
    scheduler: 'linear',
    minLrRatio: 0.1,
    warmupRatio: 0.1,
    weightDecay: 0.01,
    maxGradNorm: 1,
    nEvals: 3,
    nCheckpoints: 2,
    trainOnInputs: 'auto',
    seed: 5,
    outputFolder: join(folder, 'output'),
    ...changes,
  };
}

/** Runs a plan to its end, or until `stopAfter` is true for an event; returns all events. */
export async function runTiny(
  plan: FineTunePlan,
  stopAfter: (event: FineTuneEvent) => boolean = () => false,
): Promise<FineTuneEvent[]> {
  const events: FineTuneEvent[] = [];
  let isStopping = false;
  await runFineTune(plan, {
    emit: (event) => {
      events.push(event);
      isStopping ||= stopAfter(event);
    },
    settle: () => Promise.resolve(),
    isStopping: () => isStopping,
  });
  return events;
}

export const weightsIn = (file: string): Float32Array => decodeWeightFile(readFileSync(file)).weights;

export const eventsOf = <K extends FineTuneEvent['kind']>(
  events: readonly FineTuneEvent[],
  kind: K,
): Extract<FineTuneEvent, { kind: K }>[] =>
  events.filter((event): event is Extract<FineTuneEvent, { kind: K }> => event.kind === kind);
