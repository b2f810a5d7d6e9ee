// Line chart of a few points, each with its dot.
import {
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

interface Point {
  readonly x: number;
  /** Null leaves a gap. */
  readonly y: number | null;
  /** E.g. "base". */
  readonly mark?: string;
  /** Shown under the pointer. */
  readonly name: string;
}

interface PointLineProps {
  /** By x; at most some hundred, since each is drawn. */
  points: readonly Point[];
  /** The chart's message; its figures belong in a table. */
  label: string;
  xLabel: string;
  yLabel: string;
  /** With unit. */
  formatY: (value: number) => string;
}

export function PointLine({ points, label, xLabel, yLabel, formatY }: PointLineProps) {
  return (
    <div role="img" aria-label={label} className="h-60 w-full text-label [&_text]:tabular-nums">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={[...points]}
          accessibilityLayer={false}
          margin={{ top: 24, right: 28, bottom: 14, left: 8 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="x"
            type="number"
            domain={['dataMin', 'dataMax']}
            ticks={points.map(({ x }) => x)}
            padding={{ left: 24, right: 8 }}
            tick={tickLook}
            tickLine={false}
            stroke="var(--edge)"
            label={{ value: xLabel, position: 'insideBottom', offset: -8, ...labelLook }}
          />
          <YAxis
            domain={['auto', 'auto']}
            tickFormatter={formatY}
            tick={tickLook}
            tickLine={false}
            axisLine={false}
            width={56}
            label={{ value: yLabel, position: 'insideTopLeft', offset: 0, dy: -22, ...labelLook }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--edge)', strokeDasharray: '2 3' }}
            content={<Tip points={points} formatY={formatY} />}
          />
          <Line
            dataKey="y"
            type="linear"
            stroke="var(--series-1)"
            strokeWidth={2}
            isAnimationActive={false}
            dot={{ r: 4, fill: 'var(--panel)', stroke: 'var(--series-1)', strokeWidth: 2 }}
            activeDot={{ r: 5, fill: 'var(--series-1)', stroke: 'var(--panel)' }}
          >
            <LabelList dataKey="mark" position="top" offset={10} fill="var(--muted)" stroke="none" />
          </Line>
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

const tickLook = { fill: 'var(--faint)' };
const labelLook = { fill: 'var(--faint)' };

interface TipProps extends Pick<PointLineProps, 'points' | 'formatY'> {
  /** Set by the chart. */
  active?: boolean;
  label?: number | string;
}

function Tip({ active = false, label, points, formatY }: TipProps) {
  const point = active ? points.find(({ x }) => x === label) : undefined;
  if (point === undefined) return null;
  return (
    <div className="rounded-control border border-edge bg-panel px-2.5 py-1.5 text-dense shadow-float">
      <p className="text-muted">{point.name}</p>
      <p className="font-strong">{point.y === null ? 'not known' : formatY(point.y)}</p>
    </div>
  );
}
