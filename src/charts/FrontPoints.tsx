// Scatter chart with the Pareto front drawn as steps.
import { memo } from 'react';
import { CartesianGrid, Scatter, ScatterChart, XAxis, YAxis, type ScatterShapeProps } from 'recharts';
import {
  ChartMark,
  MarkedChart,
  gridLook,
  namedMargin,
  xAxisLook,
  xAxisName,
  yAxisLook,
  yAxisName,
} from './ChartFrame.tsx';
import { logTicks } from './ticks.ts';

/** x and y are above zero: both axes are logarithmic. */
export interface FrontPoint {
  readonly id: string;
  /** Short; shown on the front. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Both figures with units, for screen readers. */
  readonly text: string;
}

interface PointsProps {
  /** By rising x. */
  front: readonly FrontPoint[];
  others: readonly FrontPoint[];
  xLabel: string;
  yLabel: string;
  /** Must keep their identity, or the chart is drawn again. */
  formatX: (value: number) => string;
  formatY: (value: number) => string;
}

interface FrontPointsProps extends PointsProps {
  label: string;
  selectedId: string | null;
  onSelect: (id: string) => void;
}

export function FrontPoints({ label, selectedId, onSelect, ...points }: FrontPointsProps) {
  const { front, others } = points;
  const ids = [...front, ...others].map(({ id }) => id);
  return (
    <MarkedChart {...{ label, ids, selectedId, onSelect }} className="h-75">
      <Points {...points} />
    </MarkedChart>
  );
}

const Points = memo(function Points({ front, others, xLabel, yLabel, formatX, formatY }: PointsProps) {
  const all = [...front, ...others];
  return (
    <ScatterChart accessibilityLayer={false} margin={namedMargin}>
      <CartesianGrid {...gridLook} />
      <XAxis
        {...xAxisLook}
        dataKey="x"
        scale="log"
        domain={['dataMin', 'dataMax']}
        ticks={ticksOf(all.map(({ x }) => x))}
        tickFormatter={formatX}
        padding={{ left: 8, right: nameWidth(front) }}
        label={xAxisName(xLabel)}
      />
      <YAxis
        {...yAxisLook}
        dataKey="y"
        scale="log"
        domain={['dataMin', 'dataMax']}
        ticks={ticksOf(all.map(({ y }) => y))}
        tickFormatter={formatY}
        padding={{ bottom: 20 }}
        width={52}
        label={yAxisName(yLabel)}
      />
      <Scatter data={[...others]} isAnimationActive={false} shape={drawOther} />
      <Scatter
        data={[...front]}
        isAnimationActive={false}
        line={{ stroke: 'var(--series-1)', strokeWidth: 2 }}
        lineJointType="stepBefore"
        shape={drawFront}
      />
    </ScatterChart>
  );

  function drawFront({ index, cx, cy }: ScatterShapeProps) {
    return <PointMark point={front[index]} cx={cx} cy={cy} isFront />;
  }

  function drawOther({ index, cx, cy }: ScatterShapeProps) {
    return <PointMark point={others[index]} cx={cx} cy={cy} isFront={false} />;
  }
});

type PointMarkProps = Pick<ScatterShapeProps, 'cx' | 'cy'> & {
  point: FrontPoint | undefined;
  isFront: boolean;
};

function PointMark({ point, cx = 0, cy = 0, isFront }: PointMarkProps) {
  if (point === undefined) return null;
  const { id, name, text } = point;
  return (
    <ChartMark id={id} label={`${name}, ${id}: ${text}${isFront ? ', on the front' : ''}`}>
      {(isSelected) => {
        const colour = isSelected ? 'var(--series-2)' : isFront ? 'var(--series-1)' : 'var(--faint)';
        return (
          <>
            <circle cx={cx} cy={cy} r={12} fill="transparent" />
            <circle
              cx={cx}
              cy={cy}
              r={isSelected ? 6 : 4}
              fill={isFront ? colour : 'var(--panel)'}
              stroke={colour}
              strokeWidth={1.5}
            />
            {(isFront || isSelected) && (
              // Below the front at the right there is nothing: no line and no point.
              <text x={cx + 8} y={cy + 14} fill={isSelected ? 'var(--text)' : 'var(--muted)'}>
                {name}
              </text>
            )}
          </>
        );
      }}
    </ChartMark>
  );
}

/** At 11 px. */
function nameWidth(points: readonly FrontPoint[]): number {
  return Math.min(140, 16 + 6.3 * Math.max(0, ...points.map(({ name }) => name.length)));
}

function ticksOf(values: readonly number[]): number[] {
  const [from, to] = [Math.min(...values), Math.max(...values)];
  return from === to ? [from] : logTicks({ from, to }, 6);
}
