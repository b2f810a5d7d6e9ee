// How high a plot must reach: over everything in the window, or over what outliers do not stretch.
import { lowerBound, upperBound, type DenseSeries, extremesOf } from '#lib/decimate.ts';
import { quantile } from '#lib/quantile.ts';
import type { Span } from './span.ts';

/** From the lowest to the highest value in the window; null where there is none. */
export function extentIn(parts: readonly DenseSeries[], window: Span): Span | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { x, y } of parts) {
    const found = extremesOf(y, lowerBound(x, window.from), upperBound(x, window.to));
    if (found === null) continue;
    low = Math.min(low, y.values[found.lowest] ?? low);
    high = Math.max(high, y.values[found.highest] ?? high);
  }
  return low <= high ? { from: low, to: high } : null;
}

/** Above this many values a regular sample of them stands for all. */
const sampleSize = 20_000;

/** From the 5th to the 95th percentile of the values in the window; null where there is none. */
export function percentileSpan(parts: readonly DenseSeries[], window: Span): Span | null {
  const ranges = parts.map(({ x }) => [lowerBound(x, window.from), upperBound(x, window.to)] as const);
  const total = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
  const every = Math.max(1, Math.floor(total / sampleSize));
  const sample: number[] = [];
  for (const [index, { y }] of parts.entries()) {
    const [start, end] = ranges[index] ?? [0, 0];
    for (let position = start; position < end; position += every) {
      const value = y.values[position] ?? Number.NaN;
      if (Number.isFinite(value)) sample.push(value);
    }
  }
  const values = Float64Array.from(sample);
  const [from, to] = [quantile(values, 0.05), quantile(values, 0.95)];
  return from === null || to === null ? null : { from, to };
}

/** Values in the window that lie outside a span of y: what clipping hides. */
export function countOutside(
  parts: readonly DenseSeries[],
  window: Span,
  span: Span,
): { readonly below: number; readonly above: number } {
  let below = 0;
  let above = 0;
  for (const { x, y } of parts) {
    const end = upperBound(x, window.to);
    for (let index = lowerBound(x, window.from); index < end; index += 1) {
      const value = y.values[index] ?? Number.NaN;
      if (value < span.from) below += 1;
      else if (value > span.to && value < Infinity) above += 1;
    }
  }
  return { below, above };
}

/** A little air above and below, and some height for a constant. */
export function withAir({ from, to }: Span, isLog: boolean): Span {
  if (isLog) {
    const ratio = (to / from) ** 0.04;
    const air = ratio > 1.0001 ? ratio : 1.1;
    return { from: from / air, to: to * air };
  }
  const air = to > from ? (to - from) * 0.04 : Math.abs(from) * 0.1 || 1;
  return { from: from - air, to: to + air };
}
