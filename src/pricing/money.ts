// Money formatting, price parsing, formulas.
import { formatFixed, formatSignificant, trueMinus, toTwelveDigits } from '#lib/format.ts';

/** `6,579.43`, `5.40`, `0.0361`, `0.00018`; zero is `0`, never rounded away. */
export function formatAmount(amount: number): string {
  // (3 × 0.15 + 0.6) ÷ 4 gives 0.26249999999999996.
  const exact = toTwelveDigits(amount);
  // Below one, two decimals may lose digits: 0.9999 is 1.00, and 0.125 stays.
  const hundredths = Math.abs(Number(exact.toPrecision(3))) * 100;
  const isInCents = hundredths >= 1 && Math.abs(hundredths - Math.round(hundredths)) < 1e-9;
  return trueMinus(isInCents ? formatFixed(exact, 2) : formatSignificant(exact, 3));
}

/** `$6,579.43`, `$0.00018`, `$0.60`, `$0`. */
export function formatDollars(amount: number): string {
  return `$${formatAmount(amount)}`.replace('$−', '−$');
}

/** Must fit a cell. */
const maxWordsLength = 40;

/** Also from a numeric string; null if negative. */
export function priceNumber(price: number | string | undefined): number | null {
  // Number('') is 0.
  const value = typeof price === 'string' && price.trim() !== '' ? Number(price) : price;
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : null;
}

/** `contact_sales` is "contact sales". */
export function priceWords(price: number | string | undefined): string | null {
  if (typeof price !== 'string' || priceNumber(price) !== null) return null;
  return (
    price
      .replaceAll(/[\s_]+/g, ' ')
      .trim()
      .slice(0, maxWordsLength) || null
  );
}

/** The formula says which input is unknown. */
export interface Derived {
  readonly value: number | null;
  /** `10.82 ¢/min × 60 min ÷ 100 = $6.49/h`. */
  readonly formula: string;
}

export function unknown(why: string): Derived {
  return { value: null, formula: why };
}

/** At most six significant digits, but every digit before the point. */
export function inFormula(value: number): string {
  return trueMinus(Math.abs(value) < 100_000 ? formatSignificant(value, 6) : formatFixed(value, 0));
}

/** As inFormula, but `1.20` where hundredths are enough. */
export function amountInFormula(value: number): string {
  const hundredths = value * 100;
  const isInCents = Math.abs(hundredths - Math.round(hundredths)) < 1e-9 * hundredths;
  return isInCents ? formatFixed(value, 2) : inFormula(value);
}

export function dollarsInFormula(value: number): string {
  return `$${amountInFormula(value)}`;
}
