// Plot scales: values to pixels and back, linear or logarithmic.

export interface PlotScale {
  readonly span: Span;
  /** NaN for a value without a logarithm. */
  toPx(value: number): number;
  toValue(px: number): number;
}

/**
 * @param span above zero if logarithmic
 * @param fromPx may exceed `toPx`, as on a y axis
 */
export function createScale(span: Span, fromPx: number, toPx: number, isLog = false): PlotScale {
  const low = isLog ? Math.log(span.from) : span.from;
  const width = (isLog ? Math.log(span.to) : span.to) - low;
  const factor = width === 0 ? 0 : (toPx - fromPx) / width;
  return {
    span,
    toPx(value) {
      if (isLog && !(value > 0)) return Number.NaN;
      // Divided first: a mark at the end of the span must not be a rounding error outside.
      return fromPx + (((isLog ? Math.log(value) : value) - low) / (width || Infinity)) * (toPx - fromPx);
    },
    toValue(px) {
      const value = factor === 0 ? low : low + (px - fromPx) / factor;
      return isLog ? Math.exp(value) : value;
    },
  };
}

/** CSS pixels from the chart's left and top. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Mark words above, tick labels left and below. */
export const plotMargin = { left: 52, top: 20, right: 12, bottom: 24 } as const;

export function plotBox(width: number, height: number): PlotBox {
  const { left, top, right, bottom } = plotMargin;
  return { left, top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) };
}

/** About how many labels each axis has room for. */
export function tickCounts({ width, height }: PlotBox): { readonly x: number; readonly y: number } {
  return { x: Math.max(3, width / 110), y: Math.max(3, height / 48) };
}

/** Finite; `from` is below `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** `factor` below 1 zooms in around `at`; never beyond `whole`, or below a millionth of it. */
export function zoomAround(span: Span, at: number, factor: number, whole: Span): Span {
  const width = span.to - span.from;
  const least = (whole.to - whole.from) / 1e6;
  const next = Math.min(whole.to - whole.from, Math.max(least, width * factor));
  const share = width > 0 ? Math.min(1, Math.max(0, (at - span.from) / width)) : 0.5;
  const from = at - share * next;
  return within({ from, to: from + next }, whole);
}

/** By a share of the span's width, within `whole`. */
export function panBy(span: Span, share: number, whole: Span): Span {
  const by = (span.to - span.from) * share;
  return within({ from: span.from + by, to: span.to + by }, whole);
}

/** Moved, and if need be cut. */
export function within(span: Span, whole: Span): Span {
  const width = span.to - span.from;
  if (!(width < whole.to - whole.from)) return whole;
  if (span.from < whole.from) return { from: whole.from, to: whole.from + width };
  if (span.to > whole.to) return { from: whole.to - width, to: whole.to };
  return span;
}

/** Few digits, for short addresses; moves each bound by less than a ten-thousandth of the width. */
export function rounded({ from, to }: Span): Span {
  const digits = Math.max(0, Math.min(12, 4 - Math.floor(Math.log10(to - from))));
  const short = { from: Number(from.toFixed(digits)), to: Number(to.toFixed(digits)) };
  return short.from < short.to ? short : { from, to };
}

/** Rounded outward by less than a thousandth of the width: an axis need not change with every new point. */
export function steady({ from, to }: Span): Span {
  const unit = 10 ** Math.floor(Math.log10(to - from)) / 1_000;
  // The product of a decimal unit can be a rounding error inside, which would leave out the first or last point.
  return {
    from: Math.min(from, Math.floor(from / unit) * unit),
    to: Math.max(to, Math.ceil(to / unit) * unit),
  };
}

export function isWhole(span: Span, whole: Span): boolean {
  return span.from <= whole.from && span.to >= whole.to;
}
