// How much a run may still cost: the bound of every request is reserved before it is sent, the true figure settles it.

/** In which unit a run is held to its bound. Where a price is not known, only tokens are. */
export type BudgetUnit = 'dollars' | 'tokens';

/** Amounts in one unit. As long as no request costs more than was reserved for it, the limit is never passed. */
export class Budget {
  /** No more than this in all; null: no limit. It may be changed while requests are under way. */
  limit: number | null;
  /** Settled so far. */
  spent: number;
  readonly #reserved = new Map<number, number>();

  constructor(limit: number | null, spent = 0) {
    this.limit = limit;
    this.spent = spent;
  }

  /** What requests under way can cost at most. */
  get reserved(): number {
    let sum = 0;
    for (const amount of this.#reserved.values()) sum += amount;
    return sum;
  }

  /** What no request has taken; null without a limit. */
  get left(): number | null {
    return this.limit === null ? null : Math.max(0, this.limit - this.spent - this.reserved);
  }

  /** Whether a request fits. @param bound null where nothing limits it: it fits only where there is no limit */
  fits(bound: number | null): boolean {
    if (this.limit === null) return true;
    return bound !== null && this.spent + this.reserved + bound <= this.limit;
  }

  /** Takes the bound of a request that is about to be sent. */
  reserve(id: number, bound: number | null): void {
    this.#reserved.set(id, bound ?? 0);
  }

  /** Puts the true amount in place of the bound. @param amount null where it is not known: the bound then counts */
  settle(id: number, amount: number | null): void {
    this.spent += amount ?? this.#reserved.get(id) ?? 0;
    this.#reserved.delete(id);
  }
}
