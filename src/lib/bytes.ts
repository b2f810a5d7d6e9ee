// Sizes of files as a person reads them.

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A count of bytes in the largest unit that keeps it at 1 or more, a thousand to the next: "812 bytes", "4.2 kB", "200 MB". */
export function formatBytes(bytes: number): string {
  let [amount, unit] = [Math.max(0, bytes), 0];
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${amount < 99.95 && unit > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[unit] ?? ''}`;
}
