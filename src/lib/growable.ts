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
