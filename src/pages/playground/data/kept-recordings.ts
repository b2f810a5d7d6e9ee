// Recordings of ended cells, for their tokens: the newest ones, since ten thousand would need gigabytes.
import type { RequestPool } from '#run/request-pool.ts';

/** How many are kept. */
const limit = 40;

/** Runs of a fleet by cell; what falls out is forgotten by the fleet. */
export class KeptRecordings {
  readonly #fleet: RequestPool;
  readonly #runs = new Map<number, number>();

  constructor(fleet: RequestPool) {
    this.#fleet = fleet;
  }

  /** The id of a cell's run; undefined where it is not kept. */
  get(cell: number): number | undefined {
    return this.#runs.get(cell);
  }

  /** Keeps the newest run of a cell. */
  keep(cell: number, id: number): void {
    this.#drop(cell);
    this.#runs.set(cell, id);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > limit && oldest !== undefined) this.#drop(oldest);
  }

  /** Forgets all. */
  clear(): void {
    for (const cell of this.#runs.keys()) this.#drop(cell);
  }

  #drop(cell: number): void {
    const id = this.#runs.get(cell);
    if (id === undefined) return;
    this.#runs.delete(cell);
    this.#fleet.forget(id);
  }
}
