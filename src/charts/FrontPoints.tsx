// Scatter chart with the Pareto front drawn as steps.
import {
  CartesianGrid,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
  type ScatterShapeProps,
} from 'recharts';
import { createContext, memo, useContext, useMemo } from 'react';
import { focusNeighbour } from './BarRows.tsx';

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

interface FrontPointsProps {
  /** By rising x. */
  front: readonly FrontPoint[];
  others: readonly FrontPoint[];
  label: string;
  xLabel: string;
  yLabel: string;
  /** Must keep their identity, or the chart is drawn again. */
  formatX: (value: number) => string;
  formatY: (value: number) => string;
  selectedId: string | null;
  /** On press or focus. */
  onSelect: (id: string) => void;
}

/** Arrow keys move between points. */
export function FrontPoints(props: FrontPointsProps) {
  const { front, others, label, xLabel, yLabel, formatX, formatY, selectedId, onSelect } = props;
  const stop = [...others, ...front].some(({ id }) => id === selectedId) ? selectedId : front[0]?.id;

  const marks = useMemo(
    () => ({ front, others, stop, selectedId, onSelect }),
    [front, others, stop, selectedId, onSelect],
  );

  return (
    <Marks value={marks}>
      <div role="group" aria-label={label} className="h-75 w-full text-label [&_text]:tabular-nums">
        <Points
          front={front}
          others={others}
          xLabel={xLabel}
          yLabel={yLabel}
          formatX={formatX}
          formatY={formatY}
        />
      </div>
    </Marks>
  );
}

type PointsProps = Pick<FrontPointsProps, 'front' | 'others' | 'xLabel' | 'yLabel' | 'formatX' | 'formatY'>;

// Rendering on selection would recreate the points and lose the focus.
const Points = memo(function Points(props: PointsProps) {
  const { front, others, xLabel, yLabel, formatX, formatY } = props;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ScatterChart accessibilityLayer={false} margin={{ top: 28, right: 16, bottom: 18, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="x"
          type="number"
          scale="log"
          domain={['dataMin', 'dataMax']}
          ticks={ticksOf([...front, ...others].map(({ x }) => x))}
          tickFormatter={formatX}
          padding={{ left: 76, right: 8 }}
          tick={tickLook}
          tickLine={false}
          stroke="var(--edge)"
          label={{ value: xLabel, position: 'insideBottom', offset: -12, ...tickLook }}
        />
        <YAxis
          dataKey="y"
          type="number"
          scale="log"
          domain={['dataMin', 'dataMax']}
          ticks={ticksOf([...front, ...others].map(({ y }) => y))}
          tickFormatter={formatY}
          padding={{ bottom: 12 }}
          width={52}
          tick={tickLook}
          tickLine={false}
          axisLine={false}
          label={{ value: yLabel, position: 'insideTopLeft', offset: 0, dy: -24, ...tickLook }}
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
    </ResponsiveContainer>
  );
});

interface MarksValue extends Pick<FrontPointsProps, 'front' | 'others' | 'selectedId' | 'onSelect'> {
  /** The point with the tab stop. */
  readonly stop: string | null | undefined;
}

// Context changes without rendering the chart.
const Marks = createContext<MarksValue>({
  front: [],
  others: [],
  selectedId: null,
  onSelect: () => undefined,
  stop: null,
});

function drawFront({ index, cx, cy }: ScatterShapeProps) {
  return <PointMark index={index} cx={cx} cy={cy} isFront />;
}

function drawOther({ index, cx, cy }: ScatterShapeProps) {
  return <PointMark index={index} cx={cx} cy={cy} isFront={false} />;
}

type PointMarkProps = Pick<ScatterShapeProps, 'index' | 'cx' | 'cy'> & { isFront: boolean };

function PointMark({ index, cx = 0, cy = 0, isFront }: PointMarkProps) {
  const { front, others, stop, selectedId, onSelect } = useContext(Marks);
  const point = (isFront ? front : others)[index];
  if (point === undefined) return null;
  const isSelected = point.id === selectedId;
  const colour = isSelected ? 'var(--series-2)' : isFront ? 'var(--series-1)' : 'var(--faint)';
  return (
    <g
      role="button"
      tabIndex={point.id === stop ? 0 : -1}
      aria-label={`${point.name}, ${point.id}: ${point.text}${isFront ? ', on the front' : ''}`}
      aria-pressed={isSelected}
      data-mark=""
      onFocus={() => onSelect(point.id)}
      onClick={(event) => event.currentTarget.focus()}
      data-keys="marks"
      onKeyDown={focusNeighbour}
      className="cursor-pointer outline-act focus-visible:outline-2 focus-visible:outline-offset-1"
    >
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
        <text x={cx - 8} y={cy - 8} textAnchor="end" fill={isSelected ? 'var(--text)' : 'var(--muted)'}>
          {point.name}
        </text>
      )}
    </g>
  );
}

const tickLook = { fill: 'var(--faint)' };

/** Doublings from the lowest value up. */
function ticksOf(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!(low > 0) || !Number.isFinite(high)) return [];
  const factor = 2 ** Math.max(1, Math.ceil(Math.log2(high / low) / 6));
  const ticks: number[] = [];
  for (let tick = low; tick <= high * 1.001; tick *= factor) ticks.push(tick);
  return ticks;
}
