// The x axis as a chart draws it: round ticks in the unit of the axis.
import type { DenseAxis } from '#charts/DenseChart.tsx';
import type { Span } from '#charts/plot-scale.ts';
import { clockTicks, linearTicks, timeTicks } from '#charts/ticks.ts';
import type { XAxis } from './chart-view.ts';
import { placeTick } from './figure-text.ts';

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
