// GGUF files: metadata by key, then tensors by name. Only what a small llama model needs; everything is bounds-checked.

/** A value of the metadata; arrays are flat. Numbers of 64 bits above 2^53 are refused. */
export type GgufValue = string | number | boolean | readonly GgufValue[];

/** A tensor; the first dimension is the one that lies together. */
export interface GgufTensor {
  readonly dimensions: readonly number[];
  /** As single precision. Throws Error for a quantized type. */
  floats(): Float32Array;
}

/** What is in a file. */
export interface Gguf {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
}

const MAGIC = [0x47, 0x47, 0x55, 0x46];
const [TYPE_F32, TYPE_F16] = [0, 1];
/** No small model has more of anything. */
const MOST = 1_000_000;

/** Whether a file begins as a GGUF file does. */
export function isGguf(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Reads a file of version 2 or 3, little-endian. Throws Error with a sentence for one that is cut or broken. */
export function readContainer(bytes: Uint8Array, fromHalf: (half: number) => number): Gguf {
  const reader = new Reader(bytes);
  reader.skip(MAGIC.length);
  const version = reader.uint32();
  if (version !== 2 && version !== 3) throw new Error(`GGUF version ${version} is not known here.`);
  const tensorCount = reader.count();
  const valueCount = reader.count();
  const metadata = new Map<string, GgufValue>();
  for (let index = 0; index < valueCount; index++) metadata.set(reader.text(), reader.value(reader.uint32()));
  const infos = Array.from({ length: tensorCount }, () => {
    const name = reader.text();
    const dimensions = Array.from({ length: reader.rank() }, () => reader.count());
    return { name, dimensions, type: reader.uint32(), offset: reader.count64() };
  });
  const alignment = metadata.get('general.alignment') ?? 32;
  if (typeof alignment !== 'number' || alignment < 1)
    throw new Error('The GGUF file has no valid alignment.');
  const start = Math.ceil(reader.position / alignment) * alignment;
  const tensors = new Map<string, GgufTensor>();
  for (const { name, dimensions, type, offset } of infos) {
    tensors.set(name, {
      dimensions,
      floats: () => readFloats(bytes, start + offset, dimensions, { name, type }, fromHalf),
    });
  }
  return { metadata, tensors };
}

function readFloats(
  bytes: Uint8Array,
  offset: number,
  dimensions: readonly number[],
  { name, type }: { readonly name: string; readonly type: number },
  fromHalf: (half: number) => number,
): Float32Array {
  if (type !== TYPE_F32 && type !== TYPE_F16) {
    throw new Error(`The tensor ${name} is quantized (type ${type}); only f32 and f16 can be read.`);
  }
  const count = dimensions.reduce((product, size) => product * size, 1);
  const width = type === TYPE_F32 ? 4 : 2;
  if (offset + count * width > bytes.length) throw new Error(`The GGUF file is cut in the tensor ${name}.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, count * width);
  const floats = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    floats[index] =
      type === TYPE_F32 ? view.getFloat32(index * 4, true) : fromHalf(view.getUint16(index * 2, true));
  }
  return floats;
}

class Reader {
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  skip(size: number): number {
    const start = this.position;
    if (start + size > this.#bytes.length) throw new Error('The GGUF file is cut.');
    this.position += size;
    return start;
  }

  uint32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  count64(): number {
    const value = this.#view.getBigUint64(this.skip(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw new Error('The GGUF file has a number that is too large.');
    return Number(value);
  }

  count(): number {
    const count = this.count64();
    if (count > MOST)
      throw new Error(`The GGUF file has ${count} of something; it is broken, or no small model.`);
    return count;
  }

  rank(): number {
    const rank = this.uint32();
    if (rank > 4) throw new Error('The GGUF file has a tensor of too many dimensions.');
    return rank;
  }

  text(): string {
    const size = this.count();
    const start = this.skip(size);
    return new TextDecoder().decode(this.#bytes.subarray(start, start + size));
  }

  /** The types are numbered as in the format's description. */
  value(type: number): GgufValue {
    switch (type) {
      case 0:
        return this.#view.getUint8(this.skip(1));
      case 1:
        return this.#view.getInt8(this.skip(1));
      case 2:
        return this.#view.getUint16(this.skip(2), true);
      case 3:
        return this.#view.getInt16(this.skip(2), true);
      case 4:
        return this.uint32();
      case 5:
        return this.#view.getInt32(this.skip(4), true);
      case 6:
        return this.#view.getFloat32(this.skip(4), true);
      case 7:
        return this.#view.getUint8(this.skip(1)) !== 0;
      case 8:
        return this.text();
      case 9: {
        const element = this.uint32();
        if (element === 9) throw new Error('The GGUF file has an array of arrays, which is not read here.');
        return Array.from({ length: this.count() }, () => this.value(element));
      }
      case 10:
        return this.count64();
      case 11:
        return Number(this.#view.getBigInt64(this.skip(8), true));
      case 12:
        return this.#view.getFloat64(this.skip(8), true);
      default:
        throw new Error(`The GGUF file has a value of the unknown type ${type}.`);
    }
  }
}
