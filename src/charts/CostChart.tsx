// Two costs over one quantity: where they cross, what is out of reach, and a marker that is dragged to read both.
import { CartesianGrid, Line, LineChart, ReferenceArea, ResponsiveContainer } from 'recharts';
import { XAxis, YAxis, ZIndexLayer } from 'recharts';
import { CrossingMark } from './CrossingMark.tsx';
import { DragMarker } from './DragMarker.tsx';
import { linearTicks } from './ticks.ts';

/** A point of a line, in the units of the axes. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

/** A line with its name, which stands on it. */
export interface NamedLine {
  readonly name: string;
  /** By rising x; two points at one x make a step. */
  readonly points: readonly ChartPoint[];
}

/** The marker: where it stands, and what is said of it. */
export interface ChartMarker {
  readonly x: number;
  /** What is read aloud: the place and what is read there. */
  readonly text: string;
  /** Of the slider, as `Traffic`. */
  readonly label: string;
  /** On the way; `isKey` where a key moved it, which says nothing of when it rests. */
  readonly onMove: (x: number, isKey: boolean) => void;
  /** The pointer has let it go. */
  readonly onRest: () => void;
}

interface CostChartProps {
  /** What the chart says, for those who do not see it. */
  label: string;
  /** The first two have their own colours; a line that is not known is left out. */
  lines: readonly NamedLine[];
  /** Ends of both axes; both begin at 0. */
  end: ChartPoint;
  crossing: { readonly at: ChartPoint; readonly text: string } | null;
  /** From here on what the axis counts is out of reach. */
  outOfReach: { readonly from: number; readonly text: string } | null;
  marker: ChartMarker;
  xLabel: string;
  yLabel: string;
  formatX: (value: number) => string;
  formatY: (value: number) => string;
}

/** As wide and as high as its place. The marker is worked by pointer and by arrow keys. */
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
