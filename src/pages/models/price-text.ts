// A price without its unit, as the columns show it.

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Two decimals, three digits where they say more; zero is a bare 0, so that it never looks rounded away. */
export function formatPrice(value: number): string {
  if (value === 0) return '0';
  const inCents = Math.abs(value) * 100;
  const isExact = inCents >= 1 && Math.abs(inCents - Math.round(inCents)) < 1e-9;
  return (isExact || inCents >= 100 ? cents : threeDigits).format(value).replace('-', '−');
}
