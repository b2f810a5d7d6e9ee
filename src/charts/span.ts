// A stretch of an axis, and what zooming and panning make of it.

/** Both bounds are finite, `from` is below `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Closer (`factor` below 1) or farther, while `at` stays where it is; never beyond `whole`, never below a millionth of it. */
export function zoomAround(span: Span, at: number, factor: number, whole: Span): Span {
  const width = span.to - span.from;
  const least = (whole.to - whole.from) / 1e6;
  const next = Math.min(whole.to - whole.from, Math.max(least, width * factor));
  const share = width > 0 ? Math.min(1, Math.max(0, (at - span.from) / width)) : 0.5;
  const from = at - share * next;
  return within({ from, to: from + next }, whole);
}

/** Moves by a share of its own width, as far as `whole` lets it. */
export function panBy(span: Span, share: number, whole: Span): Span {
  const by = (span.to - span.from) * share;
  return within({ from: span.from + by, to: span.to + by }, whole);
}

/** The span, moved and if need be cut so that it lies in `whole`. */
export function within(span: Span, whole: Span): Span {
  const width = span.to - span.from;
  if (!(width < whole.to - whole.from)) return whole;
  if (span.from < whole.from) return { from: whole.from, to: whole.from + width };
  if (span.to > whole.to) return { from: whole.to - width, to: whole.to };
  return span;
}

/** With as many digits as its width needs: an address should be short. Moves each bound by less than a ten-thousandth. */
export function rounded({ from, to }: Span): Span {
  const digits = Math.max(0, Math.min(12, 4 - Math.floor(Math.log10(to - from))));
  const short = { from: Number(from.toFixed(digits)), to: Number(to.toFixed(digits)) };
  return short.from < short.to ? short : { from, to };
}

/** Whether nothing of `whole` is left out. */
export function isWhole(span: Span, whole: Span): boolean {
  return span.from <= whole.from && span.to >= whole.to;
}
