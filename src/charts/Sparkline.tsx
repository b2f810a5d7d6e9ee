// Sparklines: small lines without axes, stepped or straight.
import { decimate, indexExtremes } from '#lib/decimate.ts';

interface TimedValue {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly value: number;
}

interface LineLook {
  /** Absent where text beside it says the same. */
  label?: string;
  colour?: string;
  /** Its size. */
  className?: string;
}

interface SparklineProps extends LineLook {
  /** Oldest first. */
  points: readonly TimedValue[];
  /** Value at the lower edge, if not the lowest. */
  low?: number;
}

const [width, height] = [160, 28];

/** Of a value that holds until it changes. */
export function Sparkline({ points, low, ...look }: SparklineProps) {
  return <Line path={steppedPath(points, width, height, low)} {...look} />;
}

interface TrendLineProps extends LineLook {
  x: Float64Array;
  /** Keep its identity: the path is cached by it. */
  y: Float64Array;
}

/** Straight from point to point. */
export function TrendLine({ x, y, ...look }: TrendLineProps) {
  const path = trendPaths.get(y) ?? linePath(x, y, width, height);
  trendPaths.set(y, path);
  return <Line path={path} {...look} />;
}

const trendPaths = new WeakMap<Float64Array, string>();

function Line(props: LineLook & { path: string }) {
  const { path, label, colour = 'var(--series-1)', className = 'h-7 w-full min-w-0' } = props;
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`overflow-visible ${className}`}
    >
      {label !== undefined && <title>{label}</title>}
      <path
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/**
 * With 2 px of padding, and room to see the last value. Constant values give a line in the middle.
 * @param from value at the lower edge, if not the lowest
 */
export function steppedPath(
  points: readonly TimedValue[],
  across: number,
  down: number,
  from?: number,
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const values = points.map(({ value }) => value);
  const [low, high] = [from ?? Math.min(...values), Math.max(...values)];
  const span = last.atMs - first.atMs;
  const x = (atMs: number) => round(span === 0 ? 0 : ((atMs - first.atMs) / span) * (across - ledge));
  const y = (value: number) =>
    round(high === low ? down / 2 : down - 2 - ((value - low) / (high - low)) * (down - 4));
  const steps = points.slice(1).map(({ atMs, value }) => `H${x(atMs)}V${y(value)}`);
  return `M0 ${y(first.value)}${steps.join('')}H${across}`;
}

const ledge = 10;

/** Breaks where y is not finite; empty without two x and a finite y. @param x must not fall */
export function linePath(x: Float64Array, y: Float64Array, across: number, down: number): string {
  const [from, to] = [x[0] ?? 0, x.at(-1) ?? 0];
  let [low, high] = [Infinity, -Infinity];
  for (const value of y) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(to > from) || low > high) return '';
  const drawn = decimate({ x, y: indexExtremes(y) }, from, to, across);
  let path = '';
  let isBroken = true;
  for (const [index, value] of drawn.y.entries()) {
    if (!Number.isFinite(value)) {
      isBroken = true;
      continue;
    }
    const right = (((drawn.x[index] ?? from) - from) / (to - from)) * across;
    const below = high === low ? down / 2 : ((high - value) / (high - low)) * down;
    path += `${isBroken ? 'M' : 'L'}${round(right)} ${round(below)}`;
    isBroken = false;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
