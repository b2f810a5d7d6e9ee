// Run budget: reserves maximum costs, settles actual costs.
import type { Template } from '#draft/template.ts';
import { boundRequest, type CostBound, type PricedModel, withinContext } from '#pricing/completion-cost.ts';

/** Tokens if a price is unknown. */
export type BudgetUnit = 'dollars' | 'tokens';

/** Never exceeds the limit unless a request costs more than its bound. */
export class Budget {
  /** Null: unlimited. */
  limit: number | null;
  spent: number;
  readonly #reserved = new Map<number, number>();

  constructor(limit: number | null, spent = 0) {
    this.limit = limit;
    this.spent = spent;
  }

  get reserved(): number {
    let sum = 0;
    for (const amount of this.#reserved.values()) sum += amount;
    return sum;
  }

  get left(): number | null {
    return this.limit === null ? null : Math.max(0, this.limit - this.spent - this.reserved);
  }

  /** @param bound null: unlimited */
  fits(bound: number | null): boolean {
    if (this.limit === null) return true;
    return bound !== null && this.spent + this.reserved + bound <= this.limit;
  }

  reserve(id: number, bound: number | null): void {
    this.#reserved.set(id, bound ?? 0);
  }

  /** @param amount null if unknown: the bound then counts */
  settle(id: number, amount: number | null): void {
    this.spent += amount ?? this.#reserved.get(id) ?? 0;
    this.#reserved.delete(id);
  }
}

/** Bytes, and rows with an empty value. */
interface ValueSizes {
  readonly bytes: number;
  readonly emptyRows: number;
}

/** @param variables as often as the template uses them */
export function measureValues(
  rows: readonly (readonly string[])[],
  chosen: readonly number[],
  variables: readonly string[],
  columns: readonly string[],
): ValueSizes {
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
      // At most three bytes per UTF-16 unit: short values need no allocation.
      bytes +=
        value.length * 3 <= room.length
          ? encoder.encodeInto(value, room).written
          : encoder.encode(value).length;
    }
    if (hasEmpty) emptyRows += 1;
  }
  return { bytes, emptyRows };
}

/** Null if any part is unknown. @param maxTokens as sent */
export function estimateOutput(
  rowCount: number,
  sizes: ValueSizes,
  template: Template,
  output: PricedModel & { readonly maxTokens: number | undefined },
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
    tokens: withinContext(
      answer === null ? null : (input + answer) * rowCount + sizes.bytes,
      output.contextLength,
      rowCount,
    ),
    dollars:
      empty.dollars === null || prices === null
        ? null
        : empty.dollars * rowCount + sizes.bytes * prices.input,
  };
}
