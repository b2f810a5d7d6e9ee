// Which cell goes next: those that are asked for again, then the others in their order.

/** Cells without a result, in order. A cell is handed out once. */
export class CellQueue {
  readonly #count: number;
  readonly #isEnded: (cell: number) => boolean;
  #first: number[] = [];
  readonly #taken = new Set<number>();
  #next = 0;

  /** @param isEnded whether a cell has a result; it is then skipped */
  constructor(count: number, isEnded: (cell: number) => boolean) {
    this.#count = count;
    this.#isEnded = isEnded;
  }

  /** The cell that goes next; null where none is left. */
  first(): number | null {
    const again = this.#first[0];
    if (again !== undefined) return again;
    while (this.#next < this.#count && (this.#isEnded(this.#next) || this.#taken.has(this.#next))) {
      this.#taken.delete(this.#next);
      this.#next += 1;
    }
    return this.#next < this.#count ? this.#next : null;
  }

  /** Hands out the next cell. */
  take(): void {
    if (this.#first.shift() !== undefined) return;
    const cell = this.first();
    if (cell !== null) this.#next = cell + 1;
  }

  /** Puts cells before all others, in their order. */
  putFirst(cells: readonly number[]): void {
    this.#first = [...cells, ...this.#first];
    for (const cell of cells) if (cell >= this.#next) this.#taken.add(cell);
  }
}
