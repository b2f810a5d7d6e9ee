// The last stages of a fine-tune: its final weights become a model of their own.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '#service/engine/fine-tuning/atomic-file.ts';
import { decodeWeightFile, encodeWeightFile } from '#service/engine/weights/weight-file.ts';
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import type { Places } from '#service/store/places.ts';

/** A model file that was written. */
export interface Output {
  /** Below the data folder. */
  readonly path: string;
  readonly bytes: number;
  readonly description: string;
}

/**
 * Reads the final checkpoint back, checks every weight, and writes the output model as half floats. Throws Error with
 * a sentence where the weights cannot be used.
 */
export async function writeOutput(
  { id, request }: FineTuneRow,
  checkpointPath: string,
  places: Places,
  now: number,
): Promise<Output> {
  const model = decodeWeightFile(await readFile(join(places.home, checkpointPath)));
  if (!model.weights.every(Number.isFinite)) throw new Error('The final weights are not all finite numbers.');
  const start = request.fromCheckpoint || request.model;
  const description = `A fine-tune of ${start} on ${request.trainingFile.name}, made here as ${id}.`;
  const bytes = encodeWeightFile({ ...model, description, created: Math.floor(now / 1000) });
  const path = `models/${id}.bin`;
  await mkdir(places.models, { recursive: true, mode: 0o700 });
  writeFileAtomically(join(places.home, path), [bytes]);
  return { path, bytes: bytes.length, description };
}
