// Formatting: counts, rates, durations, bytes.

/**
 * 1,204.50, as `Intl.NumberFormat` of en-US writes it, whose first format takes 12 ms of a page's first load.
 * @param least decimals that stay though they are zeros
 */
export function formatFixed(value: number, decimals: number, least = decimals): string {
  const [whole = '', fraction = ''] = rounded(value, decimals).toFixed(decimals).split('.');
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end -= 1;
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return end > 0 ? `${grouped}.${fraction.slice(0, end)}` : grouped;
}

/** 0.00125, 1,230: rounded to so many significant digits. @param least digits that stay though they are zeros */
export function formatSignificant(value: number, digits: number, least = 1): string {
  const short = rounded(value, digits - 1 - exponentOf(value));
  const decimals = (count: number) => Math.min(100, Math.max(0, count - 1 - exponentOf(short)));
  return formatFixed(short, decimals(digits), decimals(least));
}

/** Without the noise of floats: 7.65, not 7.6499999999999995. */
export function toTwelveDigits(value: number): number {
  return Number(value.toPrecision(12));
}

/** Of its decimal digits, halves away from zero: 1.005, a little less in binary, is 1.01. */
function rounded(value: number, decimals: number): number {
  const shifted = shift(value, decimals);
  if (Number.isInteger(shifted) || !Number.isFinite(shifted)) return value;
  return shift(Math.sign(shifted) * Math.round(Math.abs(shifted)), -decimals);
}

function shift(value: number, places: number): number {
  const [digits, exponent = 0] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1] ?? 0);
}

/** In place of a value that is missing. */
export const noValue = '—';

export function formatCount(count: number): string {
  return formatFixed(count, 0);
}

/** With a minus sign as wide as a digit. @param text of one number */
export function trueMinus(text: string): string {
  return text.replace('-', '−');
}

/** 131,072, −0.1: whole numbers exactly, others to twelve digits. */
export function formatNumber(value: number): string {
  return trueMinus(Number.isInteger(value) ? formatCount(value) : formatSignificant(value, 12));
}

/** "+4.2 %", "−12 %". @param share 0.042 for 4.2 % */
export function formatChange(share: number): string {
  return `${share > 0 ? '+' : ''}${trueMinus(formatSignificant(share * 100, 3))} %`;
}

/** 0.3914, 2.500, 1,235. */
export function formatFourDigits(value: number): string {
  return formatSignificant(value, 4, 4);
}

/** 131K, 2.5M. */
export function formatCompact(value: number): string {
  return compact(value, 3);
}

/** 131.072K: whole, as ticks of a zoomed axis need. */
export function formatCompactTick(value: number): string {
  return compact(value, 9);
}

function compact(value: number, digits: number): string {
  const power = Math.min(4, Math.max(0, Math.floor(exponentOf(Number(value.toPrecision(digits))) / 3)));
  return `${formatSignificant(value / 1000 ** power, digits)}${' KMBT'.charAt(power).trim()}`;
}

export function formatKnown<Value>(
  value: Value | null | undefined,
  format: (value: Value) => string,
  unknown = noValue,
): string {
  return value === null || value === undefined ? unknown : format(value);
}

/** "1 model", "1,204 models". @param many the plural, if it is not just an s */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A lower bound: `≥ 17`. */
export function formatLeast(text: string, isLeast: boolean): string {
  return isLeast ? `≥ ${text}` : text;
}

/** An estimate: `≈ 17`. */
export function formatAbout(text: string, isAbout: boolean): string {
  return isAbout ? `≈ ${text}` : text;
}

/** Five characters up to 9,999, so that what follows stays in its place. */
export function formatPerplexity(perplexity: number): string {
  return perplexity < 1_000 ? perplexity.toFixed(perplexity < 100 ? 2 : 1) : formatCount(perplexity);
}

/** 98.2, 1,204: tenths below a thousand. */
export function formatTenths(value: number): string {
  return formatFixed(value, value < 999.95 ? 1 : 0);
}

/** "31 ms", "1.9 s", "2 min 05 s", "3 h 04 min". Negative counts as zero. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 999.5) return `${formatCount(ms)} ms`;
  if (ms < 59_950) return `${formatFixed(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** 05 */
export function pad(value: number): string {
  return String(value).padStart(2, '0');
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Decimal units: "812 bytes", "4.2 kB", "200 MB". */
export function formatBytes(bytes: number): string {
  let [amount, unit] = [Math.max(0, bytes), 0];
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${amount < 99.95 && unit > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[unit] ?? ''}`;
}
