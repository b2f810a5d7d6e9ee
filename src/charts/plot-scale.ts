// From values to pixels and back, linear or logarithmic; the same arithmetic as the axes.
import type { Span } from './span.ts';

/** One axis of a plot. */
export interface PlotScale {
  readonly span: Span;
  /** Pixels; a value that a logarithm does not know becomes NaN. */
  toPx(value: number): number;
  toValue(px: number): number;
}

/** @param fromPx where `span.from` lies; `toPx` may be smaller, as on a y axis. A logarithmic span is above zero. */
export function createScale(span: Span, fromPx: number, toPx: number, isLog = false): PlotScale {
  const low = isLog ? Math.log(span.from) : span.from;
  const width = (isLog ? Math.log(span.to) : span.to) - low;
  const factor = width === 0 ? 0 : (toPx - fromPx) / width;
  return {
    span,
    toPx(value) {
      if (!isLog) return fromPx + (value - low) * factor;
      return value > 0 ? fromPx + (Math.log(value) - low) * factor : Number.NaN;
    },
    toValue(px) {
      const value = factor === 0 ? low : low + (px - fromPx) / factor;
      return isLog ? Math.exp(value) : value;
    },
  };
}
