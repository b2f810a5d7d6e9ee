// Model shape, tensor layout in the flat weight vector, initial weights.
import { Random } from '#lib/random.ts';

/** A llama-style decoder: RMSNorm, rotary positions, SwiGLU, tied embeddings. */
export interface ModelShape {
  /** A multiple of 8, as are width and hidden. */
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  /** width / heads is a multiple of 8. */
  readonly heads: number;
  /** Of the feed-forward layer. */
  readonly hidden: number;
  readonly context: number;
}

/** Row-major; `offset` counts floats. Matrices multiply from the right: x W. */
export interface Tensor {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly offset: number;
  readonly decays: boolean;
}

interface Block {
  readonly attentionNorm: Tensor;
  readonly queryKeyValue: Tensor;
  readonly output: Tensor;
  readonly feedForwardNorm: Tensor;
  readonly gateUp: Tensor;
  readonly down: Tensor;
}

export interface Layout {
  readonly tensors: readonly Tensor[];
  readonly embedding: Tensor;
  readonly blocks: readonly Block[];
  readonly norm: Tensor;
  readonly total: number;
}

/** Throws RangeError for unsupported sizes. */
export function layoutOf(shape: ModelShape): Layout {
  const { vocabulary, width, hidden, heads, layers, context } = shape;
  const sizes = [vocabulary, width, hidden, width / heads];
  if (sizes.some((size) => size % 8 !== 0 || size <= 0)) throw new RangeError('sizes must be multiples of 8');
  if (layers < 1 || context < 1) throw new RangeError('a model has at least one layer and one position');

  const tensors: Tensor[] = [];
  let total = 0;
  const add = (name: string, rows: number, columns: number, decays: boolean): Tensor => {
    const tensor = { name, rows, columns, offset: total, decays };
    total += rows * columns;
    tensors.push(tensor);
    return tensor;
  };
  const embedding = add('embedding', vocabulary, width, false);
  const blocks = Array.from({ length: layers }, (_, layer) => ({
    attentionNorm: add(`${layer}.attention_norm`, 1, width, false),
    queryKeyValue: add(`${layer}.query_key_value`, width, 3 * width, true),
    output: add(`${layer}.output`, width, width, true),
    feedForwardNorm: add(`${layer}.feed_forward_norm`, 1, width, false),
    gateUp: add(`${layer}.gate_up`, width, 2 * hidden, true),
    down: add(`${layer}.down`, hidden, width, true),
  }));
  const norm = add('norm', 1, width, false);
  return { tensors, embedding, blocks, norm, total };
}

/** Smaller embeddings learn much later. */
export function initialWeights(shape: ModelShape, seed: number): Float32Array<ArrayBuffer> {
  const layout = layoutOf(shape);
  const weights = new Float32Array(layout.total);
  const random = new Random(seed);
  const residual = 0.04 / Math.sqrt(2 * shape.layers);
  for (const { name, rows, columns, offset, decays } of layout.tensors) {
    const end = offset + rows * columns;
    if (!decays && name !== 'embedding') {
      weights.fill(1, offset, end);
      continue;
    }
    const returns = name.endsWith('.output') || name.endsWith('.down');
    const deviation = name === 'embedding' ? 0.1 : returns ? residual : 0.5 / Math.sqrt(rows);
    for (let index = offset; index < end; index++) weights[index] = random.normal() * deviation;
  }
  return weights;
}
