// What a service states in the place of a price: an amount, words instead of one, or nothing. Zero is an amount.

/** Longer words are cut: a cell has room for a phrase. */
const longestWords = 40;

/** The amount, also where it came as a text of digits; null where there is none, or where it is below zero. */
export function priceNumber(price: number | string | undefined): number | null {
  const isText = typeof price === 'string';
  if (isText && !/^\s*\d*\.?\d+(?:e[+-]?\d+)?\s*$/i.test(price)) return null;
  const value = isText ? Number(price) : price;
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The words that stand there instead of an amount, as a person reads them: `contact_sales` is "contact sales". */
export function priceWords(price: number | string | undefined): string | null {
  if (typeof price !== 'string' || priceNumber(price) !== null) return null;
  return (
    price
      .replaceAll(/[\s_]+/g, ' ')
      .trim()
      .slice(0, longestWords) || null
  );
}
