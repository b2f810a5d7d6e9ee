// Paged KV cache: sequences take pages as they grow and share prefixes.
import { at } from '#lib/at.ts';
import { pagePositions } from '#service/engine/kernels/attention.ts';
import type { Space } from '#service/engine/kernels/kernels.ts';
import type { ModelShape } from './shape.ts';

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
