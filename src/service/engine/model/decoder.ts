// Inference: batched rows of many sequences, each over its own KV-cache slot.
import { at } from '#lib/at.ts';
import { gemmScratch, innerBlock } from '#service/engine/kernels/matrix.ts';
import { createSpace, type Space } from '#service/engine/kernels/kernels.ts';
import { CachePages, type CacheSize } from './cache-pages.ts';
import { placeRotationTables, type RotationTables } from './rotation.ts';
import { layoutOf, type Layout, type ModelShape, type Tensor } from './shape.ts';

/** One token at `position` of the sequence in `slot`; earlier positions must be fed before or in the same run. */
export interface DecoderRow {
  readonly token: number;
  readonly slot: number;
  readonly position: number;
}

export interface LoadedWeights {
  readonly address: number;
  /** The embedding again, transposed for the logits. */
  readonly transposedEmbedding: number;
}

/** Valid until the decoder's next run. */
export interface LogitRows {
  /** Raw logits, finite; may be overwritten. */
  row(index: number): Float32Array;
  /** ln Σ exp(logit): a token's logprob is its logit minus this. */
  logTotal(index: number): number;
}

/** Fewer rows than this are faster one by one. */
const rowsForGemm = 4;

/**
 * Runs models of one shape. A row's logits are bit-identical whatever rows share the run and however its predecessors
 * were fed, so that requests in shared steps cannot influence each other.
 */
export class Decoder {
  readonly shape: ModelShape;
  /** Positions must be reserved before they are fed. */
  readonly cache: CachePages;
  readonly slots: number;
  readonly maxRows: number;
  readonly #space: Space;
  readonly #layout: Layout;
  readonly #rotation: RotationTables;
  readonly #free: LoadedWeights[] = [];
  readonly #stream: number;
  readonly #normed: number;
  readonly #inverse: number;
  readonly #queryKeyValue: number;
  readonly #attended: number;
  readonly #gateUp: number;
  readonly #hidden: number;
  readonly #logits: number;
  readonly #scores: number;
  readonly #scratch: number;

  constructor(shape: ModelShape, size: CacheSize & { readonly maxRows: number }, space = createSpace()) {
    if (Math.max(shape.width, shape.hidden) > innerBlock)
      throw new RangeError(`layers wider than ${innerBlock} would not give the same bits alone and together`);
    const { width, hidden, vocabulary, context } = shape;
    this.shape = shape;
    this.slots = size.slots;
    this.maxRows = size.maxRows;
    this.#space = space;
    this.#layout = layoutOf(shape);
    this.#rotation = placeRotationTables(space, shape);
    const matrix = (columns: number): number => space.allocate(size.maxRows * columns);
    this.#stream = matrix(width);
    this.#normed = matrix(width);
    this.#inverse = matrix(1);
    this.#queryKeyValue = matrix(3 * width);
    this.#attended = matrix(width);
    this.#gateUp = matrix(2 * hidden);
    this.#hidden = matrix(hidden);
    this.#logits = matrix(vocabulary);
    this.#scores = space.allocate(Math.max(context + 4, vocabulary));
    this.#scratch = space.allocate(gemmScratch);
    this.cache = new CachePages(space, shape, size);
  }

  load(weights: Float32Array): LoadedWeights {
    const { vocabulary, width } = this.shape;
    const loaded = this.#free.pop() ?? {
      address: this.#space.allocate(this.#layout.total),
      transposedEmbedding: this.#space.allocate(vocabulary * width),
    };
    this.#space.view(loaded.address, this.#layout.total).set(weights);
    const embedding = this.#tensor(loaded, this.#layout.embedding);
    const { transposedEmbedding } = loaded;
    this.#space.kernels.transpose(
      vocabulary,
      width,
      embedding,
      width * 4,
      transposedEmbedding,
      vocabulary * 4,
    );
    return loaded;
  }

  /** The next `load` reuses the memory. */
  unload(weights: LoadedWeights): void {
    this.#free.push(weights);
  }

  /** Returns the logits of rows `logitsFrom` and later. */
  run(weights: LoadedWeights, rows: readonly DecoderRow[], logitsFrom = 0): LogitRows {
    if (rows.length > this.maxRows) throw new RangeError(`${rows.length} rows are more than ${this.maxRows}`);
    const { kernels, floats } = this.#space;
    const { width, hidden, vocabulary } = this.shape;
    const embedding = this.#tensor(weights, this.#layout.embedding) / 4;
    for (const [index, { token }] of rows.entries())
      floats.copyWithin(
        this.#stream / 4 + index * width,
        embedding + token * width,
        embedding + (token + 1) * width,
      );

    const count = rows.length;
    const norm = (tensor: Tensor, from = 0): void => {
      const [x, y] = [this.#stream + from * width * 4, this.#normed + from * width * 4];
      kernels.rmsNorm(count - from, width, x, this.#tensor(weights, tensor), y, this.#inverse);
    };
    const multiply = (x: number, tensor: Tensor, y: number, accumulate: 0 | 1): void =>
      this.#multiply(count, x, this.#tensor(weights, tensor), y, tensor.rows, tensor.columns, accumulate);

    for (const [layer, block] of this.#layout.blocks.entries()) {
      norm(block.attentionNorm);
      multiply(this.#normed, block.queryKeyValue, this.#queryKeyValue, 0);
      this.#attend(rows, layer);
      multiply(this.#attended, block.output, this.#stream, 1);
      norm(block.feedForwardNorm);
      multiply(this.#normed, block.gateUp, this.#gateUp, 0);
      for (let index = 0; index < count; index++) {
        const gate = this.#gateUp + index * 2 * hidden * 4;
        kernels.swiglu(gate, gate + hidden * 4, this.#hidden + index * hidden * 4, hidden);
      }
      multiply(this.#hidden, block.down, this.#stream, 1);
    }
    if (logitsFrom < count) {
      norm(this.#layout.norm, logitsFrom);
      const x = this.#normed + logitsFrom * width * 4;
      this.#multiply(count - logitsFrom, x, weights.transposedEmbedding, this.#logits, width, vocabulary, 0);
      makeFinite(this.#space.view(this.#logits, (count - logitsFrom) * vocabulary));
    }
    return {
      row: (index) => this.#space.view(this.#logits + index * vocabulary * 4, vocabulary),
      logTotal: (index) => {
        const address = this.#logits + index * vocabulary * 4;
        const best = kernels.maximum(address, vocabulary);
        return best + Math.log(kernels.exponentialSum(this.#scores, address, vocabulary, 1, best));
      },
    };
  }

  /** Rotates queries and keys, caches keys and values, then lets every query attend to its sequence. */
  #attend(rows: readonly DecoderRow[], layer: number): void {
    const { kernels, floats } = this.#space;
    const { width, heads } = this.shape;
    const headWidth = width / heads;
    for (const [index, { slot, position }] of rows.entries()) {
      const query = this.#queryKeyValue + index * 3 * width * 4;
      const [cosines, sines] = [this.#rotation.cosines(position), this.#rotation.sines(position)];
      kernels.rotate(query, 2 * heads, headWidth / 2, cosines, sines, 1);
      const key = this.cache.addressOf(slot, layer, position);
      floats.copyWithin(key / 4, query / 4 + width, query / 4 + 3 * width);
    }
    for (const [index, { slot, position }] of rows.entries()) {
      const query = this.#queryKeyValue + index * 3 * width * 4;
      const [table, keys] = [this.cache.tableOf(slot), this.cache.offsetOf(layer)];
      for (let head = 0; head < heads; head++) {
        const offset = head * headWidth * 4;
        kernels.attend(
          query + offset,
          table,
          keys + offset,
          keys + width * 4 + offset,
          2 * width * 4,
          position + 1,
          headWidth,
          this.#attended + index * width * 4 + offset,
          this.#scores,
          1 / Math.sqrt(headWidth),
        );
      }
    }
  }

  #multiply(
    count: number,
    x: number,
    matrix: number,
    y: number,
    inner: number,
    columns: number,
    accumulate: 0 | 1,
  ): void {
    const { kernels } = this.#space;
    const [xStride, yStride] = [inner * 4, columns * 4];
    if (count >= rowsForGemm)
      kernels.gemm(
        count,
        columns,
        inner,
        x,
        xStride,
        4,
        matrix,
        yStride,
        y,
        yStride,
        accumulate,
        this.#scratch,
      );
    else
      for (let row = 0; row < count; row++)
        kernels.gemv(columns, inner, x + row * xStride, matrix, yStride, y + row * yStride, accumulate);
  }

  #tensor(weights: LoadedWeights, tensor: Tensor): number {
    return weights.address + tensor.offset * 4;
  }
}

/** Beyond this, larger logits are indistinguishable in single precision after the exponential. */
const largestLogit = 1e30;

/** Diverged training leaves weights that overflow: clamps large logits, and turns NaN into the lowest. */
function makeFinite(logits: Float32Array): void {
  for (let index = 0; index < logits.length; index++) {
    const logit = at(logits, index);
    if (!(Math.abs(logit) <= largestLogit)) logits[index] = logit > 0 ? largestLogit : -largestLogit;
  }
}

/** Rows of consecutive tokens in one slot, starting at `position`. */
export const consecutiveRows = (tokens: readonly number[], slot: number, position: number): DecoderRow[] =>
  tokens.map((token, index) => ({ token, slot, position: position + index }));
