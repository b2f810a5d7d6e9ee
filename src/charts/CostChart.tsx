// Cost chart: two costs over one quantity, their crossing, draggable marker.
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  XAxis,
  YAxis,
  ZIndexLayer,
  usePlotArea,
} from 'recharts';
import { DragMarker, type ChartMarker, type ChartPoint, type NamedLine } from './DragMarker.tsx';
import { linearTicks } from './ticks.ts';

interface CostChartProps {
  label: string;
  /** The first two have their own colours; unknown lines are absent. */
  lines: readonly NamedLine[];
  /** Both axes begin at 0. */
  end: ChartPoint;
  crossing: { readonly at: ChartPoint; readonly text: string } | null;
  /** The axis's quantity is unreachable from here on. */
  outOfReach: { readonly from: number; readonly text: string } | null;
  marker: ChartMarker;
  xLabel: string;
  yLabel: string;
  formatX: (value: number) => string;
  formatY: (value: number) => string;
}

export function CostChart(props: CostChartProps) {
  const { label, lines, end, crossing, outOfReach, marker, xLabel, yLabel, formatX, formatY } = props;
  return (
    <figure aria-label={label} className="h-full w-full text-label [&_text]:tabular-nums">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart accessibilityLayer={false} margin={{ top: 28, right: 20, bottom: 16, left: 4 }}>
          <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
          <XAxis
            dataKey="x"
            type="number"
            domain={[0, end.x]}
            ticks={linearTicks({ from: 0, to: end.x }, 5)}
            tickFormatter={formatX}
            allowDataOverflow
            tick={tickLook}
            tickLine={false}
            stroke="var(--edge)"
            minTickGap={24}
            label={{ value: xLabel, position: 'insideBottom', offset: -8, ...tickLook }}
          />
          <YAxis
            type="number"
            domain={[0, end.y]}
            ticks={linearTicks({ from: 0, to: end.y }, 5)}
            tickFormatter={formatY}
            allowDataOverflow
            tick={tickLook}
            tickLine={false}
            axisLine={false}
            width={60}
            label={{ value: yLabel, position: 'insideTopLeft', offset: 0, dy: -24, dx: 6, ...tickLook }}
          />
          {outOfReach && (
            <ReferenceArea
              x1={outOfReach.from}
              x2={end.x}
              fill="var(--raised)"
              fillOpacity={1}
              className="forced-colors:[stroke-dasharray:4]"
              stroke="var(--zone-edge, none)"
              zIndex={-200}
              label={{
                value: outOfReach.text,
                position: 'insideBottomRight',
                offset: 8,
                fill: 'var(--muted)',
              }}
            />
          )}
          {lines.map(({ name, points }, index) => (
            <Line
              key={name}
              name={name}
              data={[...points]}
              dataKey="y"
              type="linear"
              stroke={colours[index] ?? 'var(--edge)'}
              strokeWidth={2}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
          <ZIndexLayer zIndex={3000}>
            {crossing && <CrossingMark {...crossing} end={end} />}
            <DragMarker {...marker} end={end} lines={lines} colours={colours} />
          </ZIndexLayer>
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}

const colours = ['var(--series-1)', 'var(--series-2)'];
const tickLook = { fill: 'var(--faint)' };

interface CrossingMarkProps {
  at: ChartPoint;
  text: string;
  /** Both axes begin at 0. */
  end: ChartPoint;
}

/** Only inside a chart. */
function CrossingMark({ at, text, end }: CrossingMarkProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const x = plot.x + (at.x / end.x) * plot.width;
  const y = plot.y + plot.height * (1 - at.y / end.y);
  return (
    <g className="pointer-events-none">
      <circle cx={x} cy={y} r={5} fill="var(--panel)" stroke="var(--text)" strokeWidth={2} />
      <text
        x={Math.max(plot.x + 4, x - 6 - text.length * 6)}
        y={Math.max(plot.y + 10, y - 12)}
        fill="var(--text)"
        stroke="var(--bg)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {text}
      </text>
    </g>
  );
}
