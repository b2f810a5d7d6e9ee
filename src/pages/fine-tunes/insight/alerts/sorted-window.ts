// The newest values of a series, kept in order, so that their median costs nothing when it is asked for at every point.

/** A window over the newest finite values. */
export class SortedWindow {
  readonly #size: number;
  readonly #arrived: number[] = [];
  readonly #sorted: number[] = [];

  /** @param size values that it holds at most */
  constructor(size: number) {
    this.#size = size;
  }

  get count(): number {
    return this.#sorted.length;
  }

  /** Adds a value. @returns the one that had to go; undefined while there is room */
  push(value: number): number | undefined {
    const gone = this.#arrived.length === this.#size ? this.#arrived.shift() : undefined;
    if (gone !== undefined) this.#sorted.splice(this.#placeOf(gone), 1);
    this.#arrived.push(value);
    this.#sorted.splice(this.#placeOf(value), 0, value);
    return gone;
  }

  /** NaN while it is empty. */
  median(): number {
    return middle(this.#sorted);
  }

  /** The middle one of the distances from the median. */
  spread(): number {
    const median = this.median();
    return middle(
      this.#sorted.map((value) => Math.abs(value - median)).toSorted((one, other) => one - other),
    );
  }

  /** Whether a value lies above three quarters of the window: only then is it worth the spread. */
  isHigh(value: number): boolean {
    return value > (this.#sorted[Math.floor(this.#sorted.length * 0.75)] ?? Number.POSITIVE_INFINITY);
  }

  /** The first place whose value is not smaller. */
  #placeOf(value: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if ((this.#sorted[half] ?? Number.NaN) < value) low = half + 1;
      else high = half;
    }
    return low;
  }
}

function middle(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const high = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? Number.NaN) + high) / 2;
}
