// The x axis as a chart draws it: round ticks in the unit of the axis.
import type { DenseAxis } from '#charts/DenseChart.tsx';
import { countOutside, extentIn, percentileSpan, withAir } from '#charts/dense-line.ts';
import type { Span } from '#charts/plot-scale.ts';
import { clockTicks, linearTicks, timeTicks } from '#charts/ticks.ts';
import type { DenseSeries } from '#lib/decimate.ts';
import { formatCount } from '#lib/format.ts';
import { placeTick, valueText } from './figure-text.ts';
import type { XAxis } from './chart-view.ts';

/** Steps and tokens have whole ticks, wall time those of the reader's own clock. */
export function xDenseAxis(axis: XAxis, span: Span): DenseAxis {
  return {
    span,
    format: (value) => placeTick(value, axis, span.to - span.from),
    ticks(window, count) {
      if (axis === 'elapsed') return timeTicks(window, count);
      if (axis === 'wall') return clockTicks(window, count);
      const ticks = linearTicks(window, count);
      return axis === 'step' || axis === 'tokens' ? ticks.filter((tick) => Number.isInteger(tick)) : ticks;
    },
  };
}

/** Where the y axis begins and ends. On a logarithmic axis both are above zero, and the series hold only such values. */
export function ySpan(
  parts: readonly DenseSeries[],
  window: Span,
  { isLog, isClipped }: { readonly isLog: boolean; readonly isClipped: boolean },
): Span {
  const extent = isClipped ? percentileSpan(parts, window) : extentIn(parts, window);
  // Nothing in the window: the reach of everything keeps the axis where it was.
  const span = extent ?? extentIn(parts, { from: -Infinity, to: Infinity });
  if (span === null) return isLog ? { from: 0.1, to: 1 } : { from: 0, to: 1 };
  return withAir(span, isLog);
}

/**
 * What clipping hides, in words; null where it hides nothing. Reads every value in the window.
 * @param smoothed the same as the smoothed lines have them: one spike keeps such a line out of sight for long
 */
export function hiddenText(
  parts: readonly DenseSeries[],
  window: Span,
  span: Span,
  smoothed: readonly DenseSeries[] = [],
): string | null {
  const { below, above } = countOutside(parts, window, span);
  const carried = countOutside(smoothed, window, span);
  const more = carried.below + carried.above - below - above;
  const words = [
    ...(above > 0 ? [`${formatCount(above)} above ${valueText(short(span.to))}`] : []),
    ...(below > 0 ? [`${formatCount(below)} below ${valueText(short(span.from))}`] : []),
  ];
  if (words.length === 0) return null;
  const hidden = `Clipping hides ${words.join(' and ')}.`;
  return more <= 0
    ? hidden
    : `${hidden} The smoothed line stays outside for ${formatCount(more)} more; less smoothing brings it back sooner.`;
}

function short(value: number): number {
  return Number(value.toPrecision(3));
}
