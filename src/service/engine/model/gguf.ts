// GGUF reader for llama models with a byte-level BPE vocabulary.
import { at } from '#lib/at.ts';
import { normEpsilon } from '#service/engine/kernels/rows.ts';
import type { ReadModel } from './model-file.ts';
import { layoutOf, type ModelShape, type Tensor } from './shape.ts';
import type { TokenizerData } from './tokenizer.ts';
import { fromHalf, toHalf, maxLayers } from './weight-file.ts';

/** Throws Error with a sentence for users. */
export function readGguf(bytes: Uint8Array): ReadModel {
  const gguf = readContainer(bytes);
  const shape = shapeOf(gguf);
  const tokenizer = tokenizerOf(gguf, shape);
  const name = gguf.metadata.get('general.name');
  return {
    format: 'GGUF',
    model: {
      description: typeof name === 'string' ? name : '',
      created: Math.floor(Date.now() / 1000),
      shape,
      tokenizer,
      training: { steps: 0, tokens: 0, seed: 0 },
      weights: weightsOf(gguf, shape),
    },
  };
}

const maxDimension = 100_000;

function shapeOf({ metadata }: Gguf): ModelShape {
  requireValue(metadata, 'general.architecture', 'llama');
  const size = (name: string): number => {
    const value = metadata.get(`llama.${name}`);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
      throw new Error(`The GGUF file has no llama.${name}.`);
    if (value > maxDimension) throw new Error(`Its llama.${name} is too large to be run here: ${value}.`);
    return value;
  };
  const heads = size('attention.head_count');
  const width = size('embedding_length');
  requireValue(metadata, 'llama.attention.head_count_kv', heads, heads);
  requireValue(metadata, 'llama.rope.freq_base', 10_000, 10_000);
  requireValue(metadata, 'llama.rope.dimension_count', width / heads, width / heads);
  requireValue(metadata, 'llama.rope.scaling.type', 'none', 'none');
  // The file holds it in single precision.
  const epsilon = Math.fround(normEpsilon);
  requireValue(metadata, 'llama.attention.layer_norm_rms_epsilon', epsilon, epsilon);
  requireValue(metadata, 'tokenizer.ggml.model', 'gpt2');
  const tokens = listOf(metadata, 'tokenizer.ggml.tokens');
  const shape = {
    vocabulary: tokens.length,
    width,
    layers: size('block_count'),
    heads,
    hidden: size('feed_forward_length'),
    context: size('context_length'),
  };
  if (shape.layers > maxLayers) throw new Error(`It has more than ${maxLayers} layers.`);
  try {
    layoutOf(shape);
  } catch (error) {
    throw new Error(`Its dimensions cannot be run here: ${error instanceof Error ? error.message : ''}.`, {
      cause: error,
    });
  }
  return shape;
}

/** Must be 256 bytes, one token per merge in order, one special token. */
function tokenizerOf({ metadata }: Gguf, { vocabulary }: ModelShape): TokenizerData {
  const tokens = listOf(metadata, 'tokenizer.ggml.tokens');
  const merges = listOf(metadata, 'tokenizer.ggml.merges');
  const ids = new Map(tokens.map((token, id) => [token, id]));
  const pairs = merges.map((merge): readonly [number, number] => {
    const [left = '', right = ''] = merge.split(' ');
    return [ids.get(left) ?? -1, ids.get(right) ?? -1];
  });
  const expected = [...byteLetters, ...merges.map((merge) => merge.replace(' ', ''))];
  const fits =
    expected.length + 1 === vocabulary &&
    expected.every((token, id) => tokens[id] === token) &&
    pairs.every(([left, right], index) => Math.min(left, right) >= 0 && Math.max(left, right) < index + 256);
  if (fits) return { merges: pairs };
  throw new Error(
    'Its vocabulary is not supported here: it must be 256 bytes, their merges in order, and one end token.',
  );
}

function weightsOf(gguf: Gguf, shape: ModelShape): Float32Array {
  const { embedding, blocks, norm, total } = layoutOf(shape);
  const weights = new Float32Array(total);
  const { width, hidden, heads } = shape;
  const used = new Set<string>();
  /** The file's matrices have one row per output, these one per input. */
  const put = (name: string, tensor: Tensor, first: number, outputs: number, order = identity): void => {
    const floats = tensorOf(gguf, `${name}.weight`, [tensor.rows, outputs]);
    used.add(`${name}.weight`);
    for (let output = 0; output < outputs; output++) {
      for (let input = 0; input < tensor.rows; input++) {
        weights[tensor.offset + input * tensor.columns + first + output] = round(
          at(floats, order(output) * tensor.rows + input),
        );
      }
    }
  };
  const putVector = (name: string, tensor: Tensor): void => {
    const sizes = tensor.rows === 1 ? [tensor.columns] : [tensor.columns, tensor.rows];
    weights.set(tensorOf(gguf, `${name}.weight`, sizes).map(round), tensor.offset);
    used.add(`${name}.weight`);
  };
  const rotated = rotationOrder(width / heads);
  putVector('token_embd', embedding);
  for (const [layer, block] of blocks.entries()) {
    const name = `blk.${layer}`;
    putVector(`${name}.attn_norm`, block.attentionNorm);
    put(`${name}.attn_q`, block.queryKeyValue, 0, width, rotated);
    put(`${name}.attn_k`, block.queryKeyValue, width, width, rotated);
    put(`${name}.attn_v`, block.queryKeyValue, 2 * width, width);
    put(`${name}.attn_output`, block.output, 0, width);
    putVector(`${name}.ffn_norm`, block.feedForwardNorm);
    put(`${name}.ffn_gate`, block.gateUp, 0, hidden);
    put(`${name}.ffn_up`, block.gateUp, hidden, hidden);
    put(`${name}.ffn_down`, block.down, 0, width);
  }
  putVector('output_norm', norm);
  const unknownTensor = [...gguf.tensors.keys()].find((name) => !used.has(name));
  if (unknownTensor !== undefined)
    throw new Error(`The tensor ${unknownTensor} is not part of this engine's architecture.`);
  return weights;
}

const identity = (index: number): number => index;
const round = (weight: number): number => fromHalf(toHalf(weight));

/** Rotated pairs are adjacent in the file, half a head apart here. */
function rotationOrder(headWidth: number): (index: number) => number {
  const half = headWidth / 2;
  return (index) => {
    const place = index % headWidth;
    return index - place + (place < half ? place * 2 : (place - half) * 2 + 1);
  };
}

function tensorOf({ tensors }: Gguf, name: string, sizes: readonly number[]): Float32Array {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw new Error(`The GGUF file has no tensor ${name}.`);
  const { dimensions } = tensor;
  if (dimensions.length !== sizes.length || dimensions.some((size, index) => size !== sizes[index])) {
    throw new Error(`The tensor ${name} is ${dimensions.join(' × ')} instead of ${sizes.join(' × ')}.`);
  }
  return tensor.floats();
}

function requireValue(
  metadata: Gguf['metadata'],
  key: string,
  wanted: string | number,
  missing?: string | number,
): void {
  const value: GgufValue | undefined = metadata.get(key) ?? missing;
  if (value === wanted) return;
  const found = value === undefined ? 'missing' : JSON.stringify(inDecimal(value));
  throw new Error(`This engine needs ${key} to be ${inDecimal(wanted)}; it is ${found}.`);
}

/** Without the digits that single precision adds. */
function inDecimal<T>(value: T): T | number {
  return typeof value === 'number' ? Number(value.toPrecision(7)) : value;
}

function listOf(metadata: Gguf['metadata'], key: string): readonly string[] {
  const value = metadata.get(key);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new Error(`The GGUF file has no ${key}.`);
}

/** Arrays are flat. */
type GgufValue = string | number | boolean | readonly GgufValue[];

/** The first dimension is contiguous. */
interface GgufTensor {
  readonly dimensions: readonly number[];
  /** Throws for quantized types. */
  floats(): Float32Array;
}

interface Gguf {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
}

const magic = [0x47, 0x47, 0x55, 0x46];
const [typeF32, typeF16] = [0, 1];
const maxCount = 1_000_000;

export function isGguf(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Version 2 or 3, little-endian. */
function readContainer(bytes: Uint8Array): Gguf {
  const reader = new Reader(bytes);
  reader.skip(magic.length);
  const version = reader.uint32();
  if (version !== 2 && version !== 3) throw new Error(`GGUF version ${version} is not supported.`);
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
      floats: () => readFloats(bytes, start + offset, dimensions, { name, type }),
    });
  }
  return { metadata, tensors };
}

function readFloats(
  bytes: Uint8Array,
  offset: number,
  dimensions: readonly number[],
  { name, type }: { readonly name: string; readonly type: number },
): Float32Array {
  if (type !== typeF32 && type !== typeF16) {
    throw new Error(`The tensor ${name} is quantized (type ${type}); only f32 and f16 can be read.`);
  }
  const count = dimensions.reduce((product, size) => product * size, 1);
  const width = type === typeF32 ? 4 : 2;
  if (offset + count * width > bytes.length)
    throw new Error(`The GGUF file is truncated in the tensor ${name}.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, count * width);
  const floats = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    floats[index] =
      type === typeF32 ? view.getFloat32(index * 4, true) : fromHalf(view.getUint16(index * 2, true));
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
    if (start + size > this.#bytes.length) throw new Error('The GGUF file is truncated.');
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
    if (count > maxCount)
      throw new Error(`The GGUF file has a count of ${count}; it is damaged, or not a small model.`);
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
        if (element === 9) throw new Error('The GGUF file has an array of arrays, which is not supported.');
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

/** GPT-2's letters: printable bytes map to themselves, others to U+0100 on. */
export const byteLetters: readonly string[] = lettersOfBytes();

function lettersOfBytes(): readonly string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
    return String.fromCharCode(isVisible ? byte : next++);
  });
}
