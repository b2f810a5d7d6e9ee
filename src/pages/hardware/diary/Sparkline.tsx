// A price over time in the height of a line of text: steps, because a price holds until it changes.

interface SparklineProps {
  /** Oldest first; times in milliseconds since 1970. */
  points: readonly { readonly atMs: number; readonly value: number }[];
  /** Until when the last value holds. */
  untilMs: number;
  /** What it shows, for those who do not see it. */
  label: string;
}

const width = 240;
const height = 32;
const edge = 3;

/** 32 px high, as wide as its place up to 240 px. Equal values are a level line in the middle. */
export function Sparkline({ points, untilMs, label }: SparklineProps) {
  const first = points[0];
  if (first === undefined) return null;
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const timeMs = Math.max(1, untilMs - first.atMs);
  const x = (atMs: number) => edge + ((atMs - first.atMs) / timeMs) * (width - 2 * edge);
  const y = (value: number) =>
    span === 0 ? height / 2 : height - edge - ((value - low) / span) * (height - 2 * edge);
  const steps = points.map(({ atMs, value }, index) =>
    index === 0 ? `M${x(atMs)} ${y(value)}` : `H${x(atMs)}V${y(value)}`,
  );
  const last = points.at(-1) ?? first;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="h-8 w-60 max-w-full">
      <path d={`${steps.join('')}H${x(untilMs)}`} fill="none" stroke="var(--series-1)" strokeWidth="1.5" />
      <circle cx={x(untilMs)} cy={y(last.value)} r="2.5" fill="var(--series-1)" />
    </svg>
  );
}
