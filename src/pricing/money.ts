// Amounts of money as people read them: three digits where they are small, cents where they are not.

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `6,579.43`, `5.40`, `0.0361`, `0.00018`; zero is a bare 0, so that it never looks rounded away. Without a unit. */
export function formatAmount(amount: number): string {
  // (3 × 0.15 + 0.6) ÷ 4 leaves 0.26249999999999996 behind, where a person expects 0.2625.
  const exact = Number(amount.toPrecision(12));
  if (exact === 0) return '0';
  // Below one two decimals lose digits, except where there are no more: 0.9999 is 1.00, and 0.125 stays.
  const short = Math.abs(exact) < 1 ? Number(exact.toPrecision(3)) : exact;
  const hundredths = Math.abs(short) * 100;
  const isInCents = hundredths >= 1 && Math.abs(hundredths - Math.round(hundredths)) < 1e-9;
  return (isInCents || hundredths >= 100 ? cents : threeDigits).format(exact).replace('-', '−');
}

/** `$6,579.43`, `$0.00018`, `$0.60`, `$0`. */
export function formatDollars(amount: number): string {
  return `$${formatAmount(amount)}`.replace('$−', '−$');
}

/** A rate in its unit: `$5.40/h`, `9.00 ¢/min`, `$3,942.00/month`. */
export function formatPriceIn(amount: number, unitLabel: string): string {
  return unitLabel.startsWith('$')
    ? `${formatDollars(amount)}${unitLabel.slice(1)}`
    : `${formatAmount(amount)} ${unitLabel}`;
}
