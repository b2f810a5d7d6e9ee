// The frame of a plot: Recharts draws both axes and the horizontal grid from spans that others choose.
import { memo, useMemo } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis } from 'recharts';
import { plotMargin } from './plot-box.ts';
import type { Span } from './span.ts';

/** One axis. */
export interface PlotAxis {
  readonly span: Span;
  /** Values of the ticks, rising, all in the span. */
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  readonly isLog?: boolean;
}

interface PlotAxesProps {
  width: number;
  height: number;
  x: PlotAxis;
  y: PlotAxis;
}

/** Nothing of the data is known here; two rows stand for it. It takes no pointer. */
export const PlotAxes = memo(function PlotAxes({ width, height, x, y }: PlotAxesProps) {
  const frame = useMemo(
    () => [
      { x: x.span.from, y: y.span.from },
      { x: x.span.to, y: y.span.to },
    ],
    [x.span, y.span],
  );
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 [&_svg]:overflow-visible [&_text]:tabular-nums"
    >
      <LineChart width={width} height={height} data={frame} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} horizontalValues={[...y.ticks]} stroke="var(--line)" />
        <XAxis
          dataKey="x"
          type="number"
          domain={[x.span.from, x.span.to]}
          ticks={[...x.ticks]}
          tickFormatter={x.format}
          interval={0}
          allowDataOverflow
          height={plotMargin.bottom}
          tick={tickLook}
          tickLine={false}
          stroke="var(--edge)"
        />
        <YAxis
          dataKey="y"
          type="number"
          scale={y.isLog === true ? 'log' : 'linear'}
          domain={[y.span.from, y.span.to]}
          ticks={[...y.ticks]}
          tickFormatter={y.format}
          interval={0}
          allowDataOverflow
          width={plotMargin.left}
          tick={tickLook}
          tickLine={false}
          axisLine={false}
        />
      </LineChart>
    </div>
  );
});

const margin = { left: 0, top: plotMargin.top, right: plotMargin.right, bottom: 0 };
const tickLook = { fill: 'var(--faint)' };
