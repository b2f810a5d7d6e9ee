// Float64Arrays that grow: append-only numbers.

/** Takes at most twice the memory of its contents. */
export class Growable {
  #values: Float64Array;
  #length = 0;

  constructor(capacity = 256) {
    this.#values = new Float64Array(Math.max(1, capacity));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  copy(): Growable {
    const other = new Growable(this.#values.length);
    other.#values.set(this.view());
    other.#length = this.#length;
    return other;
  }

  replaceLast(value: number): void {
    if (this.#length === 0) throw new RangeError('nothing to replace');
    this.#values[this.#length - 1] = value;
  }

  /** @throws RangeError outside 0 to length - 1 */
  at(index: number): number {
    const value = index < this.#length ? this.#values[index] : undefined;
    if (value === undefined) throw new RangeError(`no value at ${index} of ${this.#length}`);
    return value;
  }

  /** No copy; stale after the next push. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Contents of a buffer that several columns may share. */
interface Growth {
  /** Shared by buffers whose contents extend each other. */
  readonly origin: object;
  /** Values in use; Infinity once they continue in another buffer. */
  readonly count: number;
}

const growths = new WeakMap<ArrayBufferLike, Growth>();

/**
 * A new column, `column` with `added` behind it. While there is room they share memory: a column that grows is
 * neither copied nor, by `sameCount`, read again. Takes at most twice the memory of its contents.
 */
export function append(column: Float64Array, added: Float64Array): Float64Array {
  const { buffer, byteOffset, length } = column;
  const count = length + added.length;
  const known = growths.get(buffer) ?? { origin: {}, count: buffer.byteLength / column.BYTES_PER_ELEMENT };
  const isNewest = byteOffset === 0 && known.count === length;
  const hasRoom = isNewest && growths.has(buffer) && count * column.BYTES_PER_ELEMENT <= buffer.byteLength;
  const grown = hasRoom ? new Float64Array(buffer, 0, count) : new Float64Array(count * 2).subarray(0, count);
  if (!hasRoom) grown.set(column);
  grown.set(added, length);
  if (isNewest) growths.set(buffer, { ...known, count: hasRoom ? count : Infinity });
  if (!hasRoom) growths.set(grown.buffer, { origin: isNewest ? known.origin : {}, count });
  return grown;
}

/** How many values at the beginning are equal; NaN equals NaN. */
export function sameCount(one: Float64Array, other: Float64Array): number {
  const length = Math.min(one.length, other.length);
  if (isSameGrowth(one, other)) return length;
  for (let index = 0; index < length; index += 1) {
    const value = one[index];
    if (value !== other[index] && !(Number.isNaN(value) && Number.isNaN(other[index]))) return index;
  }
  return length;
}

function isSameGrowth(one: Float64Array, other: Float64Array): boolean {
  if (one.byteOffset !== other.byteOffset) return false;
  const origin = growths.get(one.buffer)?.origin;
  return (
    one.buffer === other.buffer || (origin !== undefined && origin === growths.get(other.buffer)?.origin)
  );
}
