// A stepped line through a few points, as an SVG path: a price holds until it changes.

/** A figure at a time. */
export interface TimedValue {
  readonly atMs: number;
  readonly value: number;
}

/**
 * Fills `width`; 2 px are left above and below, and at the end as much as the last value needs to be seen. Values that
 * never change make a line in the middle.
 */
export function steppedPath(points: readonly TimedValue[], width: number, height: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = last.atMs - first.atMs;
  const x = (atMs: number) => round(span === 0 ? 0 : ((atMs - first.atMs) / span) * (width - ledge));
  const y = (value: number) =>
    round(high === low ? height / 2 : height - 2 - ((value - low) / (high - low)) * (height - 4));
  const steps = points.slice(1).map(({ atMs, value }) => `H${x(atMs)}V${y(value)}`);
  return `M0 ${y(first.value)}${steps.join('')}H${width}`;
}

const ledge = 10;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
