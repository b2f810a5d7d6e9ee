// Formatting: counts, rates, durations, bytes, ages, dates.

/** In en-US, made when it is first used: the first format of a page takes ten milliseconds. */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => (format ??= new Intl.NumberFormat('en-US', options)).format(value);
}

/** As `numberFormat`. @param locale undefined is the reader's own */
function timeFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): (atMs: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (atMs) => (format ??= new Intl.DateTimeFormat(locale, options)).format(atMs);
}

const whole = numberFormat({ maximumFractionDigits: 0 });
const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** In place of a value that is missing. */
export const noValue = '—';

export function formatCount(count: number): string {
  return whole(count);
}

/** With a minus sign as wide as a digit. @param text of one number */
export function trueMinus(text: string): string {
  return text.replace('-', '−');
}

const twelveDigits = numberFormat({ maximumSignificantDigits: 12 });
const fourDigits = numberFormat({ minimumSignificantDigits: 4, maximumSignificantDigits: 4 });
const compact = numberFormat({ notation: 'compact', maximumSignificantDigits: 3 });

/** 131,072, −0.1: whole numbers exactly, others to twelve digits. */
export function formatNumber(value: number): string {
  return trueMinus((Number.isInteger(value) ? whole : twelveDigits)(value));
}

/** 0.3914, 2.500, 1,235. */
export function formatFourDigits(value: number): string {
  return fourDigits(value);
}

/** 131K, 2.5M. */
export function formatCompact(value: number): string {
  return compact(value);
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

/** Five characters up to 9,999, so that what follows stays in its place. */
export function formatPerplexity(perplexity: number): string {
  return perplexity < 1_000 ? perplexity.toFixed(perplexity < 100 ? 2 : 1) : formatCount(perplexity);
}

/** 98.2, 1,204: tenths below a thousand. */
export function formatTenths(value: number): string {
  return value < 999.95 ? oneDecimal(value) : whole(value);
}

/** "31 ms", "1.9 s", "2 min 05 s", "3 h 04 min". Negative counts as zero. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 999.5) return `${whole(ms)} ms`;
  if (ms < 59_950) return `${oneDecimal(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

function pad(value: number): string {
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

const hour = 3_600_000;
const dayMs = 24 * hour;

/**
 * "12 s", "7 min", "31 h", "45 days", "13 months", "3.5 years"; a future time is "0 s".
 * @param ms how long ago
 */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 60_000) return `${Math.floor(age / 1000)} s`;
  if (age < hour) return `${Math.floor(age / 60_000)} min`;
  if (age < 2 * dayMs) return `${Math.floor(age / hour)} h`;
  if (age < 61 * dayMs) return `${Math.floor(age / dayMs)} days`;
  if (age < 731 * dayMs) return `${Math.floor(age / (30.44 * dayMs))} months`;
  return `${(Math.floor((age / (365.25 * dayMs)) * 10) / 10).toFixed(1)} years`;
}

const clock = timeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
// Sweden writes dates as ISO 8601 does.
const day = timeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' });

const minute = timeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** 10:02:14, in local time. @param atMs Unix milliseconds within Date's range */
export function clockWords(atMs: number): string {
  return clock(atMs);
}

/** 2026-11-25, in local time, as services write days. */
export function dayWords(atMs: number): string {
  return day(atMs);
}

/** 10:02 today, 2026-11-25 on another day; in local time. */
export function shortDateWords(atMs: number, nowMs = Date.now()): string {
  const date = dayWords(atMs);
  return date === dayWords(nowMs) ? minute(atMs) : date;
}

/** 2026-11-25, 10:02:14, in local time. */
export function dateTimeWords(atMs: number): string {
  return `${dayWords(atMs)}, ${clockWords(atMs)}`;
}

/** 10:02:14 today, 2026-11-25, 10:02:14 on another day; in local time. */
export function momentWords(atMs: number, nowMs: number): string {
  return dayWords(atMs) === dayWords(nowMs) ? clockWords(atMs) : dateTimeWords(atMs);
}

/** "now", "12 s ago"; a future time is "in 12 s". */
export function agoWords(atMs: number, nowMs: number): string {
  const awayMs = nowMs - atMs;
  if (Math.abs(awayMs) < 1000) return 'now';
  return awayMs < 0 ? `in ${formatAge(-awayMs)}` : `${formatAge(awayMs)} ago`;
}

/** As `agoWords`, in the past alone: "now" for five seconds, and for what a slow clock has not reached yet. */
export function pastWords(atMs: number, nowMs: number): string {
  return nowMs - atMs < 5000 ? 'now' : agoWords(atMs, nowMs);
}
