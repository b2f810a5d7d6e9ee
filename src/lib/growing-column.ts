// Immutable columns that grow: append, and compare, without copying.

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
  const known = growthOf(buffer);
  const isNewest = byteOffset === 0 && known.count === length;
  const hasRoom = isNewest && growths.has(buffer) && count * column.BYTES_PER_ELEMENT <= buffer.byteLength;
  const grown = hasRoom ? new Float64Array(buffer, 0, count) : new Float64Array(count * 2).subarray(0, count);
  if (!hasRoom) grown.set(column);
  grown.set(added, length);
  if (isNewest) growths.set(buffer, { ...known, count: hasRoom ? count : Infinity });
  if (!hasRoom) growths.set(grown.buffer, { origin: isNewest ? known.origin : {}, count });
  return grown;
}

/** The same for every column that this one was appended to, or continues. */
export function originOf({ buffer }: Float64Array): object {
  const known = growthOf(buffer);
  growths.set(buffer, known);
  return known.origin;
}

function growthOf(buffer: ArrayBufferLike): Growth {
  return growths.get(buffer) ?? { origin: {}, count: buffer.byteLength / Float64Array.BYTES_PER_ELEMENT };
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
