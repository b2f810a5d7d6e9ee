// A GGUF file of a llama model that this engine can run: the same architecture, and a vocabulary of the same kind.
import { at } from '#lib/at.ts';
import { layoutOf, type ModelShape, type Tensor } from '#service/engine/model/shape.ts';
import type { TokenizerData } from '#service/engine/tokenizer/tokenizer.ts';
import { fromHalf, toHalf } from '#service/engine/weights/half.ts';
import { MOST_LAYERS } from '#service/engine/weights/weight-file.ts';
import { BYTE_LETTERS } from './byte-letters.ts';
import { type Gguf, type GgufValue, readContainer } from './gguf-container.ts';
import type { ReadModel } from './model-file.ts';

export { isGguf } from './gguf-container.ts';

/** Reads a model from a GGUF file; throws Error with a sentence that names what this engine cannot run. */
export function readGguf(bytes: Uint8Array): ReadModel {
  const gguf = readContainer(bytes, fromHalf);
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

/** What no size of a model that runs here exceeds. */
const MOST = 100_000;

function shapeOf({ metadata }: Gguf): ModelShape {
  require(metadata, 'general.architecture', 'llama');
  const size = (name: string): number => {
    const value = metadata.get(`llama.${name}`);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
      throw new Error(`The GGUF file does not say llama.${name}.`);
    if (value > MOST) throw new Error(`Its llama.${name} is too large to be run here: ${value}.`);
    return value;
  };
  const heads = size('attention.head_count');
  const width = size('embedding_length');
  require(metadata, 'llama.attention.head_count_kv', heads, heads);
  require(metadata, 'llama.rope.freq_base', 10_000, 10_000);
  require(metadata, 'llama.rope.dimension_count', width / heads, width / heads);
  require(metadata, 'tokenizer.ggml.model', 'gpt2');
  const tokens = listOf(metadata, 'tokenizer.ggml.tokens');
  const shape = {
    vocabulary: tokens.length,
    width,
    layers: size('block_count'),
    heads,
    hidden: size('feed_forward_length'),
    context: size('context_length'),
  };
  if (shape.layers > MOST_LAYERS) throw new Error(`It has more than ${MOST_LAYERS} layers.`);
  try {
    layoutOf(shape);
  } catch (error) {
    throw new Error(`Its sizes cannot be run here: ${error instanceof Error ? error.message : ''}.`, {
      cause: error,
    });
  }
  return shape;
}

/** The vocabulary must be the 256 bytes, a token for each merge in their order, then one special token. */
function tokenizerOf({ metadata }: Gguf, { vocabulary }: ModelShape): TokenizerData {
  const tokens = listOf(metadata, 'tokenizer.ggml.tokens');
  const merges = listOf(metadata, 'tokenizer.ggml.merges');
  const ids = new Map(tokens.map((token, id) => [token, id]));
  const pairs = merges.map((merge): readonly [number, number] => {
    const [left = '', right = ''] = merge.split(' ');
    return [ids.get(left) ?? -1, ids.get(right) ?? -1];
  });
  const expected = [...BYTE_LETTERS, ...merges.map((merge) => merge.replace(' ', ''))];
  const fits =
    expected.length + 1 === vocabulary &&
    expected.every((token, id) => tokens[id] === token) &&
    pairs.every(([left, right], index) => Math.min(left, right) >= 0 && Math.max(left, right) < index + 256);
  if (fits) return { merges: pairs };
  throw new Error(
    'Its vocabulary is not of the kind that runs here: 256 bytes, their merges in order, one end token.',
  );
}

function weightsOf(gguf: Gguf, shape: ModelShape): Float32Array {
  const { embedding, blocks, norm, total } = layoutOf(shape);
  const weights = new Float32Array(total);
  const { width, hidden, heads } = shape;
  const used = new Set<string>();
  /** A matrix of the file has a row for each output; here it has a row for each input. */
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
  const stray = [...gguf.tensors.keys()].find((name) => !used.has(name));
  if (stray !== undefined) throw new Error(`The tensor ${stray} has no place in this engine's models.`);
  return weights;
}

const identity = (index: number): number => index;
const round = (weight: number): number => fromHalf(toHalf(weight));

/** Rotated pairs lie side by side in the file, and half a head apart here. */
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

/** A value that must be `wanted`; where it is missing, `missing` counts. */
function require(
  metadata: Gguf['metadata'],
  key: string,
  wanted: string | number,
  missing?: string | number,
): void {
  const value: GgufValue | undefined = metadata.get(key) ?? missing;
  if (value === wanted) return;
  const found = value === undefined ? 'missing' : JSON.stringify(value);
  throw new Error(`This engine needs ${key} to be ${wanted}; it is ${found}.`);
}

function listOf(metadata: Gguf['metadata'], key: string): readonly string[] {
  const value = metadata.get(key);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new Error(`The GGUF file has no ${key}.`);
}
