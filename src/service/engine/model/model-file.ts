// Model file conversion from GGUF or weight files to half precision.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from './atomic-file.ts';
import { decodeWeightFile, encodeWeightFile, type StoredModel, toHalf } from './weight-file.ts';
import { isGguf, readGguf } from './gguf.ts';

/** The whole file is held in memory. */
export const modelFileLimit = 256 * 1024 * 1024;

export interface ReadModel {
  readonly model: StoredModel;
  /** Such as `weight file, f16`. */
  readonly format: string;
}

/** Facts override the file's. */
export interface Conversion {
  readonly source: string;
  readonly target: string;
  readonly description?: string;
  /** Unix seconds. */
  readonly created?: number;
}

export interface Converted {
  readonly format: string;
  readonly description: string;
  readonly weights: number;
  readonly bytes: number;
}

/** A sentence for users. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

/** Blocks for seconds; `convertModel` has its own thread. Rejects with ModelFileError or the error of writing. */
export async function convertModelFile({ source, target, ...facts }: Conversion): Promise<Converted> {
  const { model, format } = await readSource(source);
  const { description, weights } = model;
  const bytes = encodeWeightFile({ ...model, ...facts });
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  writeFileAtomically(target, [bytes]);
  return { format, description, weights: weights.length, bytes: bytes.length, ...facts };
}

async function readSource(file: string): Promise<ReadModel> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new ModelFileError('The uploaded file is not in the data folder.', { cause: error });
  }
  try {
    return readModelFile(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The cause is unknown.';
    throw new ModelFileError(reason, { cause: error });
  }
}

/** Rounds to half precision. Throws Error with a sentence if the model cannot run here. */
export function readModelFile(bytes: Uint8Array): ReadModel {
  if (bytes.length === 0) throw new Error('The file is empty.');
  const read = isGguf(bytes) ? readGguf(bytes) : readWeightFile(bytes);
  requireFinite(read.model);
  return read;
}

function readWeightFile(bytes: Uint8Array): ReadModel {
  try {
    return { model: decodeWeightFile(bytes), format: 'weight file, f16' };
  } catch (error) {
    const model = readSinglePrecision(bytes);
    if (model === null) throw error;
    return { model, format: 'weight file, f32' };
  }
}

/** Four bytes per weight; null otherwise. */
function readSinglePrecision(bytes: Uint8Array): StoredModel | null {
  const start = bytes.indexOf(10) + 1;
  const count = (bytes.length - start) / 4;
  if (start === 0 || !Number.isInteger(count)) return null;
  const halved = new Uint8Array(start + count * 2);
  halved.set(bytes.subarray(0, start));
  const [from, to] = [
    new DataView(bytes.buffer, bytes.byteOffset + start),
    new DataView(halved.buffer, start),
  ];
  for (let index = 0; index < count; index++) {
    to.setUint16(index * 2, toHalf(from.getFloat32(index * 4, true)), true);
  }
  try {
    return decodeWeightFile(halved);
  } catch {
    return null;
  }
}

function requireFinite({ weights }: StoredModel): void {
  const place = weights.findIndex((weight) => !Number.isFinite(weight));
  if (place >= 0) {
    throw new Error(`Weight ${place + 1} of ${weights.length} cannot be represented in half precision.`);
  }
}
