// A number that was reckoned, with the formula that says how: a cell shows the one and explains itself by the other.

/** `value` is null where something that it needs is not known; the formula then says what. */
export interface Derived {
  readonly value: number | null;
  /** With its numbers: `10.82 ¢/min × 60 min ÷ 100 = $6.49/h`. */
  readonly formula: string;
}

/** A derived value that could not be reckoned. */
export function unknown(why: string): Derived {
  return { value: null, formula: why };
}

/** A number in a formula: at most six significant digits, thousands separated, never in exponents. */
export function inFormula(value: number): string {
  return digits.format(value).replace('-', '−');
}

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
