// What a run has cost and may still cost: tokens and dollars side by side, by cell and in all.
import { Budget, type BudgetUnit } from './budget.ts';
import type { CellResult } from './cell.ts';
import type { KeptCell } from './kept-cell.ts';
import type { Amounts } from './plan.ts';

/** Amounts that count: where the true one is not known, the bound that was reserved. */
interface Spent {
  readonly tokens: number;
  readonly dollars: number;
}

const nothing: Spent = { tokens: 0, dollars: 0 };

/** Books of a run. */
export class Spending {
  readonly budgets: Readonly<Record<BudgetUnit, Budget>> = {
    dollars: new Budget(null),
    tokens: new Budget(null),
  };
  /** Received over all answers, by the service's own count where it has one. */
  readonly received = { prompt: 0, completion: 0 };
  /** Known cost, and how many answers came without one. */
  dollars = 0;
  unknownCosts = 0;
  /** Over all attempts, by cell. */
  readonly #ofCell = new Map<number, Spent>();

  /** Holds the run to a bound in one unit; null: none. */
  setBound(unit: BudgetUnit, bound: number | null): void {
    this.budgets.dollars.limit = unit === 'dollars' ? bound : null;
    this.budgets.tokens.limit = unit === 'tokens' ? bound : null;
  }

  /** Reserves the bound of a request before it is sent. @returns what is to be kept of it */
  reserve(cell: number, bound: Amounts): KeptCell {
    this.budgets.tokens.reserve(cell, bound.tokens);
    this.budgets.dollars.reserve(cell, bound.dollars);
    return { cell, sent: bound, spent: this.#ofCell.get(cell) ?? nothing, result: null };
  }

  /** Puts what a request really cost in the place of its bound. @returns what is to be kept of it */
  settle(cell: number, result: CellResult): KeptCell {
    const before = { tokens: this.budgets.tokens.spent, dollars: this.budgets.dollars.spent };
    this.budgets.tokens.settle(cell, result.isRefused ? 0 : tokensOf(result));
    this.budgets.dollars.settle(cell, result.isRefused ? 0 : result.dollars);
    const earlier = this.#ofCell.get(cell) ?? nothing;
    const spent = {
      tokens: earlier.tokens + this.budgets.tokens.spent - before.tokens,
      dollars: earlier.dollars + this.budgets.dollars.spent - before.dollars,
    };
    this.#ofCell.set(cell, spent);
    this.#receive(result);
    return { cell, sent: null, spent, result };
  }

  /** Counts what was kept of a cell. */
  restore({ cell, sent, spent }: KeptCell, result: CellResult): void {
    const all = {
      tokens: spent.tokens + (sent?.tokens ?? 0),
      dollars: spent.dollars + (sent?.dollars ?? 0),
    };
    this.#ofCell.set(cell, all);
    this.budgets.tokens.spent += all.tokens;
    this.budgets.dollars.spent += all.dollars;
    this.#receive(result);
  }

  #receive(result: CellResult): void {
    this.received.prompt += result.promptTokens ?? 0;
    this.received.completion += result.completionTokens ?? result.tokenCount;
    this.dollars += result.dollars ?? 0;
    if (result.dollars === null && !result.isRefused) this.unknownCosts += 1;
  }
}

function tokensOf({ promptTokens, completionTokens }: CellResult): number | null {
  return promptTokens === null || completionTokens === null ? null : promptTokens + completionTokens;
}
