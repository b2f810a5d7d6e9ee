// Decoder: batched inference of many sequences in a paged KV cache.
import { at } from '#lib/at.ts';
import { gemmScratch, innerBlock } from '#service/engine/kernels/matrix.ts';
import { createSpace, type Space } from '#service/engine/kernels/kernels.ts';
import { placeRotationTables, type RotationTables } from './rotation.ts';
import { layoutOf, type Layout, type ModelShape, type Tensor } from './shape.ts';
import { pagePositions } from '#service/engine/kernels/attention.ts';

/** Earlier positions must be fed before or in the same run. */
export interface DecoderRow {
  readonly token: number;
  readonly slot: number;
  readonly position: number;
}

export interface LoadedWeights {
  readonly address: number;
  readonly transposedEmbedding: number;
}

/** Valid until the next run. */
export interface LogitRows {
  /** Raw and finite; may be overwritten. */
  row(index: number): Float32Array;
  /** ln Σ exp(logit): a token's logprob is its logit minus this. */
  logTotal(index: number): number;
}

/** Fewer rows are faster one by one. */
const rowsForGemm = 4;

/** A row's logits are bit-identical whatever rows share the run, so that requests cannot influence each other. */
export class Decoder {
  readonly shape: ModelShape;
  /** Reserve positions before feeding them. */
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

  unload(weights: LoadedWeights): void {
    this.#free.push(weights);
  }

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
      clampLogits(this.#space.view(this.#logits, (count - logitsFrom) * vocabulary));
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

  /** Caches all keys and values before any query attends. */
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

/** Larger ones are indistinguishable in single precision. */
const maxLogit = 1e30;

/** Diverged training leaves weights that overflow; NaN becomes the lowest logit. */
function clampLogits(logits: Float32Array): void {
  for (let index = 0; index < logits.length; index++) {
    const logit = at(logits, index);
    if (!(Math.abs(logit) <= maxLogit)) logits[index] = logit > 0 ? maxLogit : -maxLogit;
  }
}

export const consecutiveRows = (tokens: readonly number[], slot: number, position: number): DecoderRow[] =>
  tokens.map((token, index) => ({ token, slot, position: position + index }));

/** Pages are shared by all slots, one per sequence; 64 KB each for the base model. */
export interface CacheSize {
  readonly slots: number;
  /** By default, for all slots at full length. */
  readonly pages?: number;
}

export const pagesFor = (positions: number): number => Math.ceil(positions / pagePositions);

export const pageBytes = ({ layers, width }: ModelShape): number => layers * pagePositions * 2 * width * 4;

/** With reference counts. */
export class CachePages {
  readonly #space: Space;
  readonly #layerFloats: number;
  readonly #positionFloats: number;
  readonly #pageFloats: number;
  readonly #pool: number;
  readonly #tables: number;
  readonly #tableLength: number;
  /** Used pages first, so that fresh memory stays untouched. */
  readonly #free: number[];
  readonly #holders: Int32Array;
  readonly #held: number[][];

  constructor(
    space: Space,
    { layers, width, context }: ModelShape,
    { slots, pages = slots * pagesFor(context) }: CacheSize,
  ) {
    this.#space = space;
    this.#positionFloats = 2 * width;
    this.#layerFloats = pagePositions * this.#positionFloats;
    this.#pageFloats = layers * this.#layerFloats;
    this.#tableLength = pagesFor(context);
    this.#tables = space.allocate(slots * this.#tableLength);
    this.#pool = space.allocate(pages * this.#pageFloats);
    this.#free = Array.from({ length: pages }, (_, index) => pages - 1 - index);
    this.#holders = new Int32Array(pages);
    this.#held = Array.from({ length: slots }, () => []);
  }

  get freePages(): number {
    return this.#free.length;
  }

  /** False, changing nothing, if too few are free. */
  reserve(slot: number, positions: number): boolean {
    const held = at(this.#held, slot);
    const missing = pagesFor(positions) - held.length;
    if (missing > this.#free.length) return false;
    for (let count = 0; count < missing; count++) this.#append(slot, this.#take());
    return true;
  }

  /** To an empty slot: shares full pages, copies the last. False as in `reserve`. */
  share(from: number, to: number, positions: number): boolean {
    const full = Math.floor(positions / pagePositions);
    const isPartial = positions % pagePositions > 0;
    if (isPartial && this.#free.length === 0) return false;
    const source = at(this.#held, from);
    for (const page of source.slice(0, full)) {
      this.#holders[page] = at(this.#holders, page) + 1;
      this.#append(to, page);
    }
    if (!isPartial) return true;
    const copy = this.#take();
    const start = this.#pageAddress(at(source, full)) / 4;
    this.#space.floats.copyWithin(this.#pageAddress(copy) / 4, start, start + this.#pageFloats);
    this.#append(to, copy);
    return true;
  }

  release(slot: number): void {
    for (const page of at(this.#held, slot).splice(0)) {
      const holders = at(this.#holders, page) - 1;
      this.#holders[page] = holders;
      if (holders === 0) this.#free.push(page);
    }
  }

  tableOf(slot: number): number {
    return this.#tables + slot * this.#tableLength * 4;
  }

  /** Values follow keys by `width` floats. */
  offsetOf(layer: number): number {
    return layer * this.#layerFloats * 4;
  }

  /** Throws RangeError if not reserved. */
  addressOf(slot: number, layer: number, position: number): number {
    const page = at(at(this.#held, slot), Math.floor(position / pagePositions));
    const inPage = (position % pagePositions) * this.#positionFloats * 4;
    return this.#pageAddress(page) + this.offsetOf(layer) + inPage;
  }

  #take(): number {
    const page = this.#free.pop();
    if (page === undefined) throw new RangeError('the cache has no free page');
    this.#holders[page] = 1;
    return page;
  }

  #append(slot: number, page: number): void {
    const index = at(this.#held, slot).push(page) - 1;
    const table = new Int32Array(this.#space.floats.buffer, this.tableOf(slot), this.#tableLength);
    table[index] = this.#pageAddress(page);
  }

  #pageAddress(page: number): number {
    return this.#pool + page * this.#pageFloats * 4;
  }
}
