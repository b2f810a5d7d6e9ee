// Amounts of money as people read them: three digits where they are small, cents where they are not.

const style = { style: 'currency', currency: 'USD' } as const;
const cents = new Intl.NumberFormat('en-US', style);
const threeDigits = new Intl.NumberFormat('en-US', {
  ...style,
  minimumFractionDigits: 0,
  maximumSignificantDigits: 3,
});

/** `$6,579.43`, `$0.00018`, `$0.60`; zero is `$0`, so that it never looks like something rounded away. */
export function formatDollars(amount: number): string {
  if (amount === 0) return '$0';
  const inCents = Math.abs(amount) * 100;
  // Below a dollar two decimals lose digits, except where there are no more.
  const isExact = Math.abs(inCents - Math.round(inCents)) < 1e-9 && inCents >= 1;
  return (inCents >= 100 || isExact ? cents : threeDigits).format(amount).replace('-', '−');
}
