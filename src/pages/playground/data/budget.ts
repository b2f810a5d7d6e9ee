// How much a run may still cost: the bound of every request is reserved before it is sent, the true figure settles it.
import type { Template } from '#draft/template.ts';
import { boundRequest, type CostBound } from '#pricing/completion-cost.ts';
import type { OutputModel } from './plan.ts';

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

/** Bytes of each chosen row's values for the variables, added up; and rows that have an empty one. */
interface ValueSizes {
  readonly bytes: number;
  readonly emptyRows: number;
}

/** Reads every chosen row once. @param variables as often as they stand in the template */
export function measureValues(
  rows: readonly (readonly string[])[],
  chosen: readonly number[],
  variables: readonly string[],
  columns: readonly string[],
): ValueSizes {
  // A variable without a column is an obstacle of its own, and no empty value of every row.
  const places = variables.map((name) => columns.indexOf(name)).filter((place) => place !== -1);
  const encoder = new TextEncoder();
  const room = new Uint8Array(4_096);
  let bytes = 0;
  let emptyRows = 0;
  for (const index of chosen) {
    let hasEmpty = false;
    for (const place of places) {
      const value = rows[index]?.[place] ?? '';
      if (value === '') hasEmpty = true;
      // Three bytes a unit at most: short values need no memory of their own.
      bytes +=
        value.length * 3 <= room.length
          ? encoder.encodeInto(value, room).written
          : encoder.encode(value).length;
    }
    if (hasEmpty) emptyRows += 1;
  }
  return { bytes, emptyRows };
}

/**
 * The sum over all requests of one output; null where a part of it is not known.
 * @param maxTokens as the output sends it
 */
export function estimateOutput(
  rowCount: number,
  sizes: ValueSizes,
  template: Template,
  output: OutputModel & { readonly maxTokens: number | undefined },
): CostBound {
  const text = template.parts.filter((part) => typeof part === 'string').join('');
  const {
    input,
    output: answer,
    ...empty
  } = boundRequest({ prompt: text, max_tokens: output.maxTokens }, output);
  const { prices } = output;
  return {
    input: input * rowCount + sizes.bytes,
    output: answer === null ? null : answer * rowCount,
    tokens: empty.tokens === null ? null : empty.tokens * rowCount + sizes.bytes,
    dollars:
      empty.dollars === null || prices === null
        ? null
        : empty.dollars * rowCount + sizes.bytes * prices.input,
  };
}
