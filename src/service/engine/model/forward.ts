// Forward pass of training: memory, activations, logits, loss.
import { at } from '#lib/at.ts';
import { type Tensor, layoutOf, type Layout, type ModelShape } from './shape.ts';
import { gemmScratch } from '#service/engine/kernels/matrix.ts';
import type { Space } from '#service/engine/kernels/kernels.ts';
import { placeRotationTables, type RotationTables } from './rotation.ts';

/** Negative targets do not count. */
export interface Batch {
  readonly tokens: Int32Array;
  readonly targets: Int32Array;
}

/** Sum over `count` targets, in nats. */
export interface Loss {
  readonly loss: number;
  readonly count: number;
}

/** `keepGradient` leaves softmax minus target in place of the logits. */
export function forward(memory: TrainingMemory, batch: Batch, keepGradient: boolean): Loss {
  const { shape, layout, space, rows, rotation, length, weights } = memory;
  const { kernels } = space;
  const { width, heads, hidden } = shape;
  const rowBytes = width * 4;
  const embedding = tensorAt(weights, layout.embedding);
  for (let row = 0; row < rows; row++)
    copy(memory, embedding + at(batch.tokens, row) * rowBytes, memory.embedded + row * rowBytes, width);

  let stream = memory.embedded;
  for (const [index, block] of layout.blocks.entries()) {
    const layer = at(memory.layers, index);
    const norm = (tensor: Tensor, from: number, to: number, inverse: number): void =>
      kernels.rmsNorm(rows, width, from, tensorAt(weights, tensor), to, inverse);

    norm(block.attentionNorm, stream, layer.normed, layer.inverse);
    multiply(memory, layer.normed, block.queryKeyValue, layer.queryKeyValue, 0);
    for (let row = 0; row < rows; row++) {
      const position = row % length;
      const query = layer.queryKeyValue + row * 3 * rowBytes;
      const [cosines, sines] = [rotation.cosines(position), rotation.sines(position)];
      kernels.rotate(query, 2 * heads, width / heads / 2, cosines, sines, 1);
    }
    attendForward(memory, index);
    copy(memory, stream, layer.middle, rows * width);
    multiply(memory, layer.attended, block.output, layer.middle, 1);

    norm(block.feedForwardNorm, layer.middle, layer.middleNormed, layer.middleInverse);
    multiply(memory, layer.middleNormed, block.gateUp, layer.gateUp, 0);
    for (let row = 0; row < rows; row++) {
      const gate = layer.gateUp + row * 2 * hidden * 4;
      kernels.swiglu(gate, gate + hidden * 4, layer.hidden + row * hidden * 4, hidden);
    }
    copy(memory, layer.middle, layer.after, rows * width);
    multiply(memory, layer.hidden, block.down, layer.after, 1);
    stream = layer.after;
  }
  kernels.rmsNorm(rows, width, stream, tensorAt(weights, layout.norm), memory.normed, memory.inverse);
  return scoreTargets(memory, batch.targets, keepGradient);
}

/** y = x W, or +=. */
function multiply(memory: TrainingMemory, x: number, tensor: Tensor, y: number, accumulate: 0 | 1): void {
  const { rows: inner, columns } = tensor;
  const weight = tensorAt(memory.weights, tensor);
  product(
    memory,
    [memory.rows, columns, inner],
    [x, inner * 4],
    [weight, columns * 4],
    [y, columns * 4],
    accumulate,
  );
}

/** In bytes; a column stride other than that of floats reads it transposed. */
type Matrix = readonly [address: number, rowStride: number, columnStride?: number];

/** c = a b, or +=. */
export function product(
  { space, scratch }: TrainingMemory,
  [rows, columns, inner]: readonly [rows: number, columns: number, inner: number],
  [a, aRowStride, aColumnStride = 4]: Matrix,
  [b, bRowStride]: Matrix,
  [c, cRowStride]: Matrix,
  accumulate: 0 | 1 = 0,
): void {
  space.kernels.gemm(
    rows,
    columns,
    inner,
    a,
    aRowStride,
    aColumnStride,
    b,
    bRowStride,
    c,
    cRowStride,
    accumulate,
    scratch,
  );
}

function copy(memory: TrainingMemory, from: number, to: number, count: number): void {
  memory.space.floats.copyWithin(to / 4, from / 4, from / 4 + count);
}

function attendForward(memory: TrainingMemory, index: number): void {
  const { shape, space, batch, length, headTransposed } = memory;
  const { kernels } = space;
  const { queryKeyValue, probabilities, attended } = at(memory.layers, index);
  const headWidth = shape.width / shape.heads;
  const stride = 3 * shape.width * 4;
  for (let sequence = 0; sequence < batch; sequence++)
    for (let head = 0; head < shape.heads; head++) {
      const query = queryKeyValue + sequence * length * stride + head * headWidth * 4;
      const key = query + shape.width * 4;
      const value = key + shape.width * 4;
      const scores = probabilities + (sequence * shape.heads + head) * length * length * 4;
      const output = attended + (sequence * length * shape.width + head * headWidth) * 4;
      kernels.transpose(length, headWidth, key, stride, headTransposed, length * 4);
      for (const { first, count, keys } of queryBlocks(length)) {
        const block = scores + first * length * 4;
        product(
          memory,
          [count, keys, headWidth],
          [query + first * stride, stride],
          [headTransposed, length * 4],
          [block, length * 4],
        );
        for (let row = 0; row < count; row++)
          kernels.causalSoftmax(block + row * length * 4, first + row + 1, keys, 1 / Math.sqrt(headWidth));
        product(
          memory,
          [count, headWidth, keys],
          [block, length * 4],
          [value, stride],
          [output + first * shape.width * 4, shape.width * 4],
        );
      }
    }
}

function scoreTargets(memory: TrainingMemory, targets: Int32Array, keepGradient: boolean): Loss {
  const { shape, layout, space, rows, logits, transposed } = memory;
  const { kernels, floats } = space;
  const { vocabulary, width } = shape;
  const embedding = tensorAt(memory.weights, layout.embedding);
  kernels.transpose(vocabulary, width, embedding, width * 4, transposed, vocabulary * 4);
  product(
    memory,
    [rows, vocabulary, width],
    [memory.normed, width * 4],
    [transposed, vocabulary * 4],
    [logits, vocabulary * 4],
  );
  let loss = 0;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const target = at(targets, row);
    const address = logits + row * vocabulary * 4;
    const start = address / 4;
    if (target < 0) {
      if (keepGradient) floats.fill(0, start, start + vocabulary);
      continue;
    }
    const score = at(floats, start + target);
    const best = kernels.maximum(address, vocabulary);
    const sum = kernels.exponentialSum(address, address, vocabulary, 1, best);
    loss += Math.log(sum) + best - score;
    count++;
    if (!keepGradient) continue;
    kernels.scale(address, 1 / sum, vocabulary);
    floats[start + target] = at(floats, start + target) - 1;
  }
  return { loss, count };
}

/** Addresses of matrices with one row per token. */
interface LayerActivations {
  readonly normed: number;
  readonly inverse: number;
  readonly queryKeyValue: number;
  /** [sequence, head, query, key] */
  readonly probabilities: number;
  readonly attended: number;
  readonly middle: number;
  readonly middleNormed: number;
  readonly middleInverse: number;
  readonly gateUp: number;
  readonly hidden: number;
  /** Residual stream after the layer. */
  readonly after: number;
}

/** Addresses. */
export interface TrainingMemory {
  readonly shape: ModelShape;
  readonly layout: Layout;
  readonly space: Space;
  readonly batch: number;
  readonly length: number;
  readonly rows: number;
  readonly rotation: RotationTables;
  readonly weights: number;
  readonly gradients: number;
  readonly means: number;
  readonly variances: number;
  readonly embedded: number;
  readonly layers: readonly LayerActivations[];
  readonly normed: number;
  readonly inverse: number;
  /** Logits, then probabilities, then their gradient. */
  readonly logits: number;
  readonly dStream: number;
  readonly dNormed: number;
  readonly dQueryKeyValue: number;
  readonly dGateUp: number;
  readonly dHidden: number;
  readonly dProbabilities: number;
  /** Any weight matrix. */
  readonly transposed: number;
  /** One head's keys or values. */
  readonly headTransposed: number;
  readonly scratch: number;
}

/** `length` must be a multiple of 8 within the context. */
export function allocateTraining(
  space: Space,
  shape: ModelShape,
  batch: number,
  length: number,
): TrainingMemory {
  if (length % 8 !== 0 || length < 8 || length > shape.context)
    throw new RangeError(`a training length of ${length} is not a multiple of 8 up to ${shape.context}`);
  const layout = layoutOf(shape);
  const { vocabulary, width, heads, hidden } = shape;
  const rows = batch * length;
  const matrix = (columns: number): number => space.allocate(rows * columns);
  return {
    shape,
    layout,
    space,
    batch,
    length,
    rows,
    rotation: placeRotationTables(space, shape),
    weights: space.allocate(layout.total),
    gradients: space.allocate(layout.total),
    means: space.allocate(layout.total),
    variances: space.allocate(layout.total),
    embedded: matrix(width),
    layers: layout.blocks.map(() => ({
      normed: matrix(width),
      inverse: matrix(1),
      queryKeyValue: matrix(3 * width),
      probabilities: space.allocate(batch * heads * length * length),
      attended: matrix(width),
      middle: matrix(width),
      middleNormed: matrix(width),
      middleInverse: matrix(1),
      gateUp: matrix(2 * hidden),
      hidden: matrix(hidden),
      after: matrix(width),
    })),
    normed: matrix(width),
    inverse: matrix(1),
    logits: matrix(vocabulary),
    dStream: matrix(width),
    dNormed: matrix(width),
    dQueryKeyValue: matrix(3 * width),
    dGateUp: matrix(2 * hidden),
    dHidden: matrix(hidden),
    dProbabilities: space.allocate(length * length),
    transposed: space.allocate(width * Math.max(vocabulary, 2 * hidden, 3 * width)),
    headTransposed: space.allocate(length * (width / heads)),
    scratch: space.allocate(gemmScratch),
  };
}

export const tensorAt = (base: number, tensor: { readonly offset: number }): number =>
  base + tensor.offset * 4;

export const queryBlock = 32;

/** `keys`: how many the last query sees. */
export function queryBlocks(length: number): { first: number; count: number; keys: number }[] {
  return Array.from({ length: Math.ceil(length / queryBlock) }, (_, index) => {
    const first = index * queryBlock;
    const keys = Math.min(length, first + queryBlock);
    return { first, count: keys - first, keys };
  });
}
