// Prices by time as a cell shows them: two decimals, three digits where they say more.

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `6,579.43`, `5.40`, `0.0361`; zero is a bare 0, so that it never looks rounded away. Without unit: the head has it. */
export function priceText(value: number): string {
  if (value === 0) return '0';
  const inCents = Math.abs(value) * 100;
  const isExact = inCents >= 1 && Math.abs(inCents - Math.round(inCents)) < 1e-9;
  return (isExact || inCents >= 100 ? cents : threeDigits).format(value).replace('-', '−');
}

/** A rate in its unit: `$5.40/h`, `9.00 ¢/min`, `$3,942.00/month`. */
export function rateText(value: number, unitLabel: string): string {
  const text = priceText(value);
  return unitLabel.startsWith('$') ? `$${text}${unitLabel.slice(1)}` : `${text} ${unitLabel}`;
}
