// Training memory: weights, gradients, optimizer state, activations.
import { gemmScratch } from '#service/engine/kernels/matrix.ts';
import type { Space } from '#service/engine/kernels/kernels.ts';
import { placeRotationTables, type RotationTables } from './rotation.ts';
import { layoutOf, type Layout, type ModelShape } from './shape.ts';

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
