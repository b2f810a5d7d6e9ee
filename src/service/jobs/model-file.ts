// A model file that somebody brings: read, whatever form it has, and checked to the last weight.
import { decodeWeightFile, type StoredModel } from '#service/engine/weights/weight-file.ts';
import { toHalf } from '#service/engine/weights/half.ts';
import { isGguf, readGguf } from './gguf.ts';

/** Largest file that is taken, in bytes: what is read is held in memory as a whole. */
export const MODEL_FILE_LIMIT = 256 * 1024 * 1024;

/** No model that runs here has more. */
const MOST_LAYERS = 1_000;

/** A model, and what its file was. */
export interface ReadModel {
  readonly model: StoredModel;
  /** Such as `weight file, f16`. */
  readonly format: string;
}

/**
 * The model in a weight file of Inferdeck (half or single precision) or in a GGUF file of the same architecture. Its
 * weights are rounded to half precision. Throws Error with a sentence where there is none that can run here.
 */
export function readModelFile(bytes: Uint8Array): ReadModel {
  if (bytes.length === 0) throw new Error('The file is empty.');
  const read = isGguf(bytes) ? readGguf(bytes) : readWeightFile(bytes);
  requireFinite(read.model);
  return read;
}

function readWeightFile(bytes: Uint8Array): ReadModel {
  requireFewLayers(bytes);
  try {
    return { model: decodeWeightFile(bytes), format: 'weight file, f16' };
  } catch (error) {
    const model = readSinglePrecision(bytes);
    if (model === null) throw error;
    return { model, format: 'weight file, f32' };
  }
}

/** A header that promises a billion layers must not make anybody lay them out. */
function requireFewLayers(bytes: Uint8Array): void {
  const line = new TextDecoder().decode(bytes.subarray(0, Math.max(0, bytes.indexOf(10))));
  const layers = /"layers"\s*:\s*([\d.eE+]+)/u.exec(line)?.[1];
  if (Number(layers ?? 0) > MOST_LAYERS) throw new Error(`It has more than ${MOST_LAYERS} layers.`);
}

/** The same file with four bytes for each weight; null where it is none. */
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
    throw new Error(`Weight ${place + 1} of ${weights.length} is no number that half precision can hold.`);
  }
}
