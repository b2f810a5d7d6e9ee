// Figures of the charts as text.
import {
  formatCompactTick,
  formatCount,
  formatCounted,
  formatDuration,
  formatFixed,
  formatSignificant,
  trueMinus,
} from '#lib/format.ts';
import { dateTimeWords } from '#lib/dates.ts';
import type { XAxis } from './chart-view.ts';

/** 0.391, 0.00034, 3.4e-7; NaN and infinities are words. */
export function valueText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '−Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7))
    return signed(value.toExponential(4).replace(/\.?0+e/, 'e'));
  if (size >= 1000) return signed(formatFixed(value, 2, 0));
  return signed(String(Number(value.toPrecision(6))));
}

/** 0.39123: at most five digits. */
export function tipText(value: number): string {
  return valueText(Number(value.toPrecision(5)));
}

/** Always signed. */
export function differenceText(value: number): string {
  return Number.isFinite(value) && value > 0 ? `+${tipText(value)}` : tipText(value);
}

/** Of a round value, whole: of two ticks close together both would otherwise read 4.6e-4. */
export function tickText(value: number): string {
  const [size, exact] = [Math.abs(value), Number(value.toPrecision(9))];
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return signed(exact.toExponential());
  return signed(formatSignificant(exact, 9));
}

/** `step 1,204`, `after 2 min 05 s`, `$0.19` */
export function placeText(x: number, axis: XAxis): string {
  return placeTexts[axis](x);
}

const placeTexts: Readonly<Record<XAxis, (x: number) => string>> = {
  step: (x) => `step ${countText(x)}`,
  epoch: (x) => `epoch ${valueText(x)}`,
  tokens: (x) => formatCounted(Math.round(x), 'token'),
  elapsed: (x) => (x < 0 ? `${formatDuration(-x)} before the start` : `after ${formatDuration(x)}`),
  wall: (x) => dateTimeWords(x),
  cost: (x) => dollarText(x),
};

/** @param span visible width */
export function placeTick(x: number, axis: XAxis, span: number): string {
  return placeTicks[axis](x, span);
}

const placeTicks: Readonly<Record<XAxis, (x: number, span: number) => string>> = {
  step: (x) => countText(x),
  epoch: (x) => tickText(x),
  tokens: formatCompactTick,
  elapsed: (x) => shortDuration(x),
  wall: (x, span) =>
    isMidnight(new Date(x))
      ? clock(x, { month: 'short', day: 'numeric' })
      : clock(x, {
          hour: '2-digit',
          minute: '2-digit',
          ...(span < 10 * 60_000 && { second: '2-digit' }),
        }),
  // Neighbours of a zoomed axis differ in less than a cent.
  cost: (x) => `$${formatFixed(x, 9, 2)}`,
};

const dayMs = 86_400_000;

function isMidnight(time: Date): boolean {
  return time.getHours() + time.getMinutes() + time.getSeconds() === 0;
}

/** Whole numbers exactly: 12,345,678. */
export function countText(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : valueText(value);
}

/** `−5 h 00 min` before the start: a log without a time zone may be off by hours. */
export function elapsedText(ms: number): string {
  return ms < 0 ? `−${formatDuration(-ms)}` : formatDuration(ms);
}

function shortDuration(ms: number): string {
  if (ms === 0) return '0';
  if (ms < 0) return `−${shortDuration(-ms)}`;
  const parts = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor((ms % dayMs) / 3_600_000), 'h'],
    [Math.floor((ms % 3_600_000) / 60_000), 'min'],
  ] as const;
  const seconds = Number(((ms % 60_000) / 1000).toFixed(3));
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return [...words, ...(seconds > 0 ? [`${seconds} s`] : [])].join(' ');
}

function dollarText(dollars: number): string {
  const digits = Math.abs(dollars) < 0.1 ? 5 : 2;
  return `$${formatFixed(dollars, digits, 2)}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(ms: number, style: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(style);
  const format = clocks.get(key) ?? new Intl.DateTimeFormat('en-GB', style);
  clocks.set(key, format);
  return format.format(ms);
}

function signed(text: string): string {
  return trueMinus(text).replace('e−', 'e-').replace('e+', 'e');
}
