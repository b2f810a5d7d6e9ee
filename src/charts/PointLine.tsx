// Line chart of a few points, each with its dot.
import { CartesianGrid, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import {
  ChartFrame,
  gridLook,
  lineLook,
  namedMargin,
  xAxisLook,
  xAxisName,
  yAxisLook,
  yAxisName,
} from './ChartFrame.tsx';
import { formatNumber } from '#lib/format.ts';
import type { Span } from './plot-scale.ts';
import { logTicks } from './ticks.ts';

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
  /** Under the pointer. */
  formatY: (value: number) => string;
}

export function PointLine({ points, label, xLabel, yLabel, formatY }: PointLineProps) {
  const span = logSpan(points.flatMap(({ y }) => y ?? []));
  return (
    <ChartFrame role="img" label={label} className="h-60">
      <LineChart data={[...points]} accessibilityLayer={false} margin={namedMargin}>
        <CartesianGrid {...gridLook} />
        <XAxis
          {...xAxisLook}
          dataKey="x"
          domain={['dataMin', 'dataMax']}
          ticks={points.map(({ x }) => x)}
          padding={{ left: 24, right: 8 }}
          label={xAxisName(xLabel)}
        />
        <YAxis
          {...yAxisLook}
          {...(span === null ? { domain: ['auto', 'auto'] } : logAxis(span))}
          tickFormatter={formatNumber}
          width={56}
          label={yAxisName(span === null ? yLabel : `${yLabel}, log scale`)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--edge)', strokeDasharray: '2 3' }}
          content={<Tip points={points} formatY={formatY} />}
        />
        <Line
          {...lineLook}
          dataKey="y"
          stroke="var(--series-1)"
          dot={{ r: 4, fill: 'var(--panel)', stroke: 'var(--series-1)', strokeWidth: 2 }}
          activeDot={{ r: 5, fill: 'var(--series-1)', stroke: 'var(--panel)' }}
        >
          <LabelList dataKey="mark" position="top" offset={10} fill="var(--muted)" stroke="none" />
        </Line>
      </LineChart>
    </ChartFrame>
  );
}

/** With air at both ends, for values that a linear axis would press onto its bottom; else null. */
export function logSpan(values: readonly number[]): Span | null {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low > 0 && high / low >= 20 ? { from: low / 1.5, to: high * 2 } : null;
}

function logAxis(span: Span) {
  return { scale: 'log', domain: [span.from, span.to], ticks: logTicks(span, 5) } as const;
}

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
