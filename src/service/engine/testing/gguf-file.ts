// GGUF writer for tests, following the format's specification.
import { at } from '#lib/at.ts';
import { type Layout, layoutOf, type Tensor } from '#service/engine/model/shape.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { toHalf, type StoredModel } from '#service/engine/model/weight-file.ts';
import { byteLetters } from '#service/engine/model/gguf.ts';

/** A value with its GGUF type number. */
type Typed = readonly [type: 4 | 6 | 8, value: string | number];

/** Deviations from a valid file. */
export interface GgufChanges {
  readonly values?: Readonly<Record<string, Typed | null>>;
  /** 0 for f32, 1 for f16; any other number labels f32 data. */
  readonly tensorType?: number;
  readonly extraTensor?: boolean;
}

export function writeGguf(model: StoredModel, changes: GgufChanges = {}): Uint8Array {
  const { shape, weights } = model;
  const { tensorType = 0 } = changes;
  const values: Record<string, Typed | null> = {
    'general.architecture': [8, 'llama'],
    'general.name': [8, 'From elsewhere'],
    'llama.context_length': [4, shape.context],
    'llama.embedding_length': [4, shape.width],
    'llama.block_count': [4, shape.layers],
    'llama.feed_forward_length': [4, shape.hidden],
    'llama.attention.head_count': [4, shape.heads],
    'llama.attention.head_count_kv': [4, shape.heads],
    'llama.attention.layer_norm_rms_epsilon': [6, 1e-5],
    'llama.rope.freq_base': [6, 10_000],
    'tokenizer.ggml.model': [8, 'gpt2'],
    ...changes.values,
  };
  const tensors = tensorsOf(weights, layoutOf(shape), shape.width / shape.heads);
  if (changes.extraTensor === true) tensors.push({ name: 'output.weight', sizes: [1], floats: [0] });
  const entries = Object.entries(values).flatMap(([key, typed]) =>
    typed === null ? [] : [Buffer.concat([text(key), uint32(typed[0]), valueOf(typed)])],
  );
  for (const [key, list] of Object.entries(vocabularyOf(model))) {
    entries.push(Buffer.concat([text(key), uint32(9), uint32(8), uint64(list.length), ...list.map(text)]));
  }
  let offset = 0;
  const infos = tensors.map(({ name, sizes, floats }) => {
    const place = uint64(offset);
    offset += Math.ceil((floats.length * (tensorType === 1 ? 2 : 4)) / 32) * 32;
    return Buffer.concat([text(name), uint32(sizes.length), ...sizes.map(uint64), uint32(tensorType), place]);
  });
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(entries.length),
    ...entries,
    ...infos,
  ]);
  return Buffer.concat([padded(head), ...tensors.map(({ floats }) => padded(numbers(floats, tensorType)))]);
}

function tensorsOf(weights: Float32Array, { embedding, blocks, norm }: Layout, headWidth: number) {
  const matrix = (name: string, tensor: Tensor, first: number, outputs: number, isRotated = false) => {
    const floats = Array.from({ length: tensor.rows * outputs }, (_, index) => {
      const output = Math.floor(index / tensor.rows);
      const ours = isRotated ? halvesApart(output, headWidth) : output;
      return at(weights, tensor.offset + (index % tensor.rows) * tensor.columns + first + ours);
    });
    return { name: `${name}.weight`, sizes: [tensor.rows, outputs], floats };
  };
  const plain = (name: string, { offset, rows, columns }: Tensor) => ({
    name: `${name}.weight`,
    sizes: rows === 1 ? [columns] : [columns, rows],
    floats: [...weights.subarray(offset, offset + rows * columns)],
  });
  return [
    plain('token_embd', embedding),
    ...blocks.flatMap((block, layer) => {
      const [name, width, hidden] = [`blk.${layer}`, block.output.columns, block.down.rows];
      return [
        plain(`${name}.attn_norm`, block.attentionNorm),
        matrix(`${name}.attn_q`, block.queryKeyValue, 0, width, true),
        matrix(`${name}.attn_k`, block.queryKeyValue, width, width, true),
        matrix(`${name}.attn_v`, block.queryKeyValue, 2 * width, width),
        matrix(`${name}.attn_output`, block.output, 0, width),
        plain(`${name}.ffn_norm`, block.feedForwardNorm),
        matrix(`${name}.ffn_gate`, block.gateUp, 0, hidden),
        matrix(`${name}.ffn_up`, block.gateUp, hidden, hidden),
        matrix(`${name}.ffn_down`, block.down, 0, width),
      ];
    }),
    plain('output_norm', norm),
  ];
}

/** Maps adjacent pairs to halves: 0 1 2 3 → 0 w/2 1 w/2+1. */
function halvesApart(index: number, headWidth: number): number {
  const place = index % headWidth;
  return index - place + Math.floor(place / 2) + (place % 2) * (headWidth / 2);
}

function vocabularyOf({ tokenizer }: StoredModel) {
  const { size, end } = new Tokenizer(tokenizer);
  const bytes = new Tokenizer(tokenizer);
  const letters = (id: number) => [...bytes.bytesOf(id)].map((byte) => at(byteLetters, byte)).join('');
  return {
    'tokenizer.ggml.tokens': Array.from({ length: size }, (_, id) => (id === end ? '<|end|>' : letters(id))),
    'tokenizer.ggml.merges': tokenizer.merges.map(([left, right]) => `${letters(left)} ${letters(right)}`),
  };
}

function valueOf([type, value]: Typed): Buffer {
  if (type === 8) return text(String(value));
  if (type === 4) return uint32(Number(value));
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(Number(value));
  return bytes;
}

function numbers(floats: readonly number[], type: number): Buffer {
  const array = type === 1 ? Uint16Array.from(floats, toHalf) : Float32Array.from(floats);
  return Buffer.from(array.buffer);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
}
