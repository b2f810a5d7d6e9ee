// Cost chart: two costs over one quantity, their crossing, draggable marker.
import { CartesianGrid, Line, LineChart, ReferenceArea, XAxis, YAxis, ZIndexLayer, usePlotArea } from 'recharts';
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
    <ChartFrame role="figure" label={label} className="h-full">
        <LineChart accessibilityLayer={false} margin={namedMargin}>
          <CartesianGrid {...gridLook} syncWithTicks />
          <XAxis
            {...xAxisLook}
            dataKey="x"
            domain={[0, end.x]}
            ticks={linearTicks({ from: 0, to: end.x }, 5)}
            tickFormatter={formatX}
            allowDataOverflow
            minTickGap={24}
            label={xAxisName(xLabel)}
          />
          <YAxis
            {...yAxisLook}
            domain={[0, end.y]}
            ticks={linearTicks({ from: 0, to: end.y }, 5)}
            tickFormatter={formatY}
            allowDataOverflow
            width={60}
            label={yAxisName(yLabel)}
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
              {...lineLook}
              key={name}
              name={name}
              data={[...points]}
              dataKey="y"
              stroke={colours[index] ?? 'var(--edge)'}
              dot={false}
              activeDot={false}
            />
          ))}
          <ZIndexLayer zIndex={3000}>
            {crossing && <CrossingMark {...crossing} end={end} />}
            <DragMarker {...marker} end={end} lines={lines} colours={colours} />
          </ZIndexLayer>
        </LineChart>
    </ChartFrame>
  );
}

const colours = ['var(--series-1)', 'var(--series-2)'];

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
