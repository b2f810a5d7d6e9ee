// What two fingers make of a plot: what lies under each of them stays under it, so that they pan and zoom at once.
import { within, type Span } from './span.ts';

/** Where two fingers are, in pixels from the left of the plot, in any order. */
export type Fingers = readonly [number, number];

/** Fingers that are closer have no distance that means something: they only pan. */
const leastPx = 24;

/**
 * The stretch that is seen once two fingers have moved.
 * @param span what was seen when they came down @param width of the plot in pixels
 */
export function pinched(span: Span, before: Fingers, now: Fingers, width: number, whole: Span): Span {
  const perPx = (span.to - span.from) / Math.max(1, width);
  const [apartBefore, apartNow] = [apartOf(before), apartOf(now)];
  const factor = apartBefore < leastPx || apartNow < leastPx ? 1 : apartBefore / apartNow;
  const least = (whole.to - whole.from) / 1e6;
  const size = Math.max(least, (span.to - span.from) * factor);
  const held = span.from + middleOf(before) * perPx;
  const from = held - (middleOf(now) / Math.max(1, width)) * size;
  return within({ from, to: from + size }, whole);
}

function apartOf([one, other]: Fingers): number {
  return Math.abs(one - other);
}

function middleOf([one, other]: Fingers): number {
  return (one + other) / 2;
}
