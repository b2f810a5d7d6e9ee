// Sparkline of a value that holds until it changes.

interface TimedValue {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly value: number;
}

const [width, height] = [160, 28];

/** @param points oldest first */
export function Sparkline({ points, label }: { points: readonly TimedValue[]; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-7 w-full min-w-0"
    >
      <title>{label}</title>
      <path
        d={steppedPath(points, width, height)}
        fill="none"
        stroke="var(--series-1)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** With 2 px of padding, and room to see the last value. Constant values give a line in the middle. */
export function steppedPath(points: readonly TimedValue[], across: number, down: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = last.atMs - first.atMs;
  const x = (atMs: number) => round(span === 0 ? 0 : ((atMs - first.atMs) / span) * (across - ledge));
  const y = (value: number) =>
    round(high === low ? down / 2 : down - 2 - ((value - low) / (high - low)) * (down - 4));
  const steps = points.slice(1).map(({ atMs, value }) => `H${x(atMs)}V${y(value)}`);
  return `M0 ${y(first.value)}${steps.join('')}H${across}`;
}

const ledge = 10;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
