// Results and costs of a data run's cells.
import { Budget, type BudgetUnit } from './budget.ts';
import { answerTokens, lostResult, type CellResult, type StoredCell } from './cell.ts';
import type { Amounts } from './plan.ts';

/** Actual cost, or the reserved bound if unknown. */
type Spent = StoredCell['spent'];

/** Of all attempts, by the service's usage where sent. */
type Received = NonNullable<StoredCell['received']>;

const nothing: Spent = { tokens: 0, dollars: 0 };
const noneReceived: Received = {
  prompt: 0,
  completion: 0,
  unknownPrompts: 0,
  dollars: 0,
  unknownCosts: 0,
};

const maxRecent = 60;

export class CellLedger {
  readonly results: (CellResult | undefined)[];
  readonly counts = { complete: 0, failed: 0, stopped: 0, lost: 0 };
  /** Incomplete cells that may have been charged. */
  uncertain = 0;
  readonly budgets: Readonly<Record<BudgetUnit, Budget>> = {
    dollars: new Budget(null),
    tokens: new Budget(null),
  };
  received = noneReceived;
  /** Of complete cells. */
  readonly recentMs: number[] = [];
  readonly #spent = new Map<number, Spent>();
  readonly #received = new Map<number, Received>();

  constructor(cellCount: number) {
    this.results = Array.from({ length: cellCount });
  }

  get ended(): number {
    const { complete, failed, stopped, lost } = this.counts;
    return complete + failed + stopped + lost;
  }

  setBound(unit: BudgetUnit, bound: number | null): void {
    this.budgets.dollars.limit = unit === 'dollars' ? bound : null;
    this.budgets.tokens.limit = unit === 'tokens' ? bound : null;
  }

  /** @returns the record to store once the request is sent */
  reserve(cell: number, bound: Amounts): StoredCell {
    this.budgets.tokens.reserve(cell, bound.tokens);
    this.budgets.dollars.reserve(cell, bound.dollars);
    const received = this.#received.get(cell) ?? noneReceived;
    return { cell, sent: bound, spent: this.#spent.get(cell) ?? nothing, received, result: null };
  }

  release(cell: number): void {
    this.budgets.tokens.settle(cell, 0);
    this.budgets.dollars.settle(cell, 0);
  }

  /** @returns the record to store */
  settle(cell: number, result: CellResult): StoredCell {
    const before = { tokens: this.budgets.tokens.spent, dollars: this.budgets.dollars.spent };
    this.budgets.tokens.settle(cell, result.isRefused ? 0 : tokensOf(result));
    this.budgets.dollars.settle(cell, result.isRefused ? 0 : result.dollars);
    const earlier = this.#spent.get(cell) ?? nothing;
    const spent = {
      tokens: earlier.tokens + this.budgets.tokens.spent - before.tokens,
      dollars: earlier.dollars + this.budgets.dollars.spent - before.dollars,
    };
    this.#spent.set(cell, spent);
    if (result.state === 'complete' && result.elapsedMs !== null) {
      this.recentMs.push(result.elapsedMs);
      if (this.recentMs.length > maxRecent) this.recentMs.shift();
    }
    this.#show(cell, result);
    return { cell, sent: null, spent, received: this.#receive(cell, receivedOf(result)), result };
  }

  /** A stored cell without a result was lost with its page. */
  restore({ cell, sent, spent, received, result }: StoredCell): void {
    if (cell >= this.results.length) return;
    const all = {
      tokens: spent.tokens + (sent?.tokens ?? 0),
      dollars: spent.dollars + (sent?.dollars ?? 0),
    };
    this.#spent.set(cell, all);
    this.budgets.tokens.spent += all.tokens;
    this.budgets.dollars.spent += all.dollars;
    // What is free has cost nothing, whatever became of it.
    const last = result ?? { ...lostResult(), dollars: sent?.dollars === 0 ? 0 : null };
    this.#show(cell, last);
    if (received !== undefined) this.#receive(cell, received);
    if (received === undefined || result === null) this.#receive(cell, receivedOf(last));
  }

  /** Clears the result for a retry; its cost stays. */
  reopen(cell: number): void {
    const result = this.results[cell];
    if (result === undefined) return;
    this.counts[result.state] -= 1;
    if (isUncertain(result)) this.uncertain -= 1;
    this.results[cell] = undefined;
  }

  #show(cell: number, result: CellResult): void {
    this.results[cell] = result;
    this.counts[result.state] += 1;
    if (isUncertain(result)) this.uncertain += 1;
  }

  /** @returns the cell's sum */
  #receive(cell: number, more: Received): Received {
    this.received = add(this.received, more);
    const sum = add(this.#received.get(cell) ?? noneReceived, more);
    this.#received.set(cell, sum);
    return sum;
  }
}

function receivedOf(result: CellResult): Received {
  return {
    prompt: result.promptTokens ?? 0,
    completion: answerTokens(result) ?? 0,
    unknownPrompts: result.promptTokens === null && !result.isRefused ? 1 : 0,
    dollars: result.dollars ?? 0,
    unknownCosts: result.dollars === null && !result.isRefused ? 1 : 0,
  };
}

function add(one: Received, other: Received): Received {
  return {
    prompt: one.prompt + other.prompt,
    completion: one.completion + other.completion,
    unknownPrompts: one.unknownPrompts + other.unknownPrompts,
    dollars: one.dollars + other.dollars,
    unknownCosts: one.unknownCosts + other.unknownCosts,
  };
}

function isUncertain({ state, isRefused }: CellResult): boolean {
  return state !== 'complete' && !isRefused;
}

function tokensOf({ promptTokens, completionTokens }: CellResult): number | null {
  return promptTokens === null || completionTokens === null ? null : promptTokens + completionTokens;
}

/** Hands out each open cell once, in order. */
export class CellQueue {
  readonly #count: number;
  readonly #isEnded: (cell: number) => boolean;
  #first: number[] = [];
  readonly #taken = new Set<number>();
  #next = 0;

  /** @param isEnded such cells are skipped */
  constructor(count: number, isEnded: (cell: number) => boolean) {
    this.#count = count;
    this.#isEnded = isEnded;
  }

  first(): number | null {
    const again = this.#first[0];
    if (again !== undefined) return again;
    while (this.#next < this.#count && (this.#isEnded(this.#next) || this.#taken.has(this.#next))) {
      this.#taken.delete(this.#next);
      this.#next += 1;
    }
    return this.#next < this.#count ? this.#next : null;
  }

  take(): void {
    if (this.#first.shift() !== undefined) return;
    const cell = this.first();
    if (cell !== null) this.#next = cell + 1;
  }

  putFirst(cells: readonly number[]): void {
    this.#first = [...cells, ...this.#first];
    for (const cell of cells) if (cell >= this.#next) this.#taken.add(cell);
  }
}
