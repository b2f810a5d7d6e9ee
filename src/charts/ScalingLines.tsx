// Scaling chart: price by card count, beside linear growth.
import { CartesianGrid, LabelList, Line, LineChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import { linearTicks } from './ticks.ts';
import { ChartFrame, gridLook, lineLook, xAxisLook, xAxisName, yAxisLook } from './ChartFrame.tsx';

export interface ScalingLine {
  readonly id: string;
  readonly name: string;
  /** By rising count; `times` is the price per card relative to the smallest count, 1 for linear growth. */
  readonly points: readonly { readonly count: number; readonly times: number }[];
}

interface ScalingLinesProps {
  lines: readonly ScalingLine[];
  selectedId: string | null;
  label: string;
}

/** Counts double along the axis; names are at the lines' ends, above where other lines continue. */
export function ScalingLines({ lines, selectedId, label }: ScalingLinesProps) {
  const all = lines.flatMap(({ points }) => points);
  const counts = [...new Set(all.map(({ count }) => count))].toSorted((one, other) => one - other);
  const highest = Math.max(1.05, ...all.map(({ times }) => times));
  const lowest = Math.min(1, ...all.map(({ times }) => times));
  const data = counts.map((count) => {
    const at: Record<string, number> = { count };
    for (const { id, points } of lines) {
      const point = points.find((each) => each.count === count);
      if (point) at[id] = point.times;
    }
    return at;
  });
  return (
    <ChartFrame role="img" label={label} className="h-50">
      <LineChart data={data} accessibilityLayer={false} margin={{ top: 12, right: 112, bottom: 16, left: 0 }}>
        <CartesianGrid {...gridLook} />
        <XAxis
          {...xAxisLook}
          dataKey="count"
          scale="log"
          domain={['dataMin', 'dataMax']}
          ticks={counts}
          tickFormatter={(count: number) => `${count}×`}
          label={xAxisName('cards')}
        />
        <YAxis
          {...yAxisLook}
          domain={[lowest === 1 ? 1 : 'auto', highest]}
          width={44}
          ticks={linearTicks({ from: lowest, to: highest }, 4)}
          tickFormatter={(times: number) => `${times.toFixed(2)}×`}
        />
        <ReferenceLine
          y={1}
          stroke="var(--edge)"
          strokeDasharray="2 3"
          label={{ value: 'linear', position: 'right', fill: 'var(--faint)' }}
        />
        {lines.map(({ id, name, points }) => {
          const colour = id === selectedId ? 'var(--series-2)' : 'var(--series-1)';
          const end = points.at(-1)?.count;
          return (
            <Line
              {...lineLook}
              key={id}
              dataKey={id}
              connectNulls
              stroke={colour}
              dot={{ r: 3, fill: 'var(--panel)', stroke: colour, strokeWidth: 2 }}
            >
              <LabelList
                dataKey={(point: Record<string, number>) => (point['count'] === end ? name : '')}
                position={end === counts.at(-1) ? 'right' : 'top'}
                offset={8}
                fill="var(--muted)"
                stroke="none"
              />
            </Line>
          );
        })}
      </LineChart>
    </ChartFrame>
  );
}
