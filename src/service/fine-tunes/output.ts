// Output model of a fine-tune: final weights written, leftovers removed.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertModel } from '#service/engine/fine-tuning/fine-tuning.ts';
import { removeResumeState } from '#service/engine/fine-tuning/resume-state.ts';
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import type { Places } from '#service/store/data-folder.ts';

interface Output {
  /** Relative to the data folder. */
  readonly path: string;
  readonly bytes: number;
  readonly description: string;
}

const outputPath = (id: string): string => `models/${id}.bin`;

/**
 * Reads the final checkpoint back, checks every weight, and writes the output model as half floats. Rejects with
 * ModelFileError for unusable weights, and when the signal aborts.
 */
export async function writeOutput(
  { id, request }: FineTuneRow,
  checkpointPath: string,
  { home }: Places,
  now: number,
  signal: AbortSignal,
): Promise<Output> {
  const start = request.fromCheckpoint || request.model;
  const description = `A fine-tune of ${start} on ${request.trainingFile.name}, trained here as ${id}.`;
  const path = outputPath(id);
  const files = { source: join(home, checkpointPath), target: join(home, path) };
  const { bytes } = await convertModel({ ...files, description, created: Math.floor(now / 1000) }, signal);
  return { path, bytes, description };
}

/** Removes what a fine-tune without a model would leave: resume state and unserved output. */
export function removeLeftovers(id: string, { home, fineTunes }: Places): void {
  removeResumeState(join(fineTunes, id));
  const output = join(home, outputPath(id));
  for (const file of [output, `${output}.part`]) rmSync(file, { force: true });
}

/** `inferdeck/tale-1m-<suffix>-<8 hex>`, or without the suffix. Never the same twice. */
export function outputName(model: string, suffix: string): string {
  const middle = suffix === '' ? '' : `${suffix}-`;
  return `${model}-${middle}${randomBytes(4).toString('hex')}`;
}
