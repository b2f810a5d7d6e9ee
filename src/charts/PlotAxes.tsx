// The frame of a plot: Recharts draws both axes and the horizontal grid from spans that others choose.
import { memo, useMemo } from 'react';
import {
  CartesianGrid,
  LineChart,
  XAxis,
  YAxis,
  type XAxisTickContentProps,
  type YAxisTickContentProps,
} from 'recharts';
import { plotBox, plotMargin, createScale, type Span } from './plot-scale.ts';

/** One axis. */
interface PlotAxis {
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

/**
 * Nothing of the data is known here; two rows stand for it. It takes no pointer. What a zoom draws again is kept small: no
 * layers (z 0), no ticks that are reckoned and then left out, and texts that nobody measures.
 */
export const PlotAxes = memo(function PlotAxes({ width, height, x, y }: PlotAxesProps) {
  const frame = useMemo(
    () => [
      { x: x.span.from, y: y.span.from },
      { x: x.span.to, y: y.span.to },
    ],
    [x.span, y.span],
  );
  const rows = useMemo(() => {
    const box = plotBox(width, height);
    const scale = createScale(y.span, box.top + box.height, box.top, y.isLog);
    return y.ticks.map((tick) => scale.toPx(tick));
  }, [width, height, y]);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 [&_svg]:overflow-visible [&_text]:tabular-nums"
    >
      <LineChart width={width} height={height} data={frame} margin={margin} accessibilityLayer={false}>
        <CartesianGrid
          vertical={false}
          verticalCoordinatesGenerator={noLines}
          horizontalPoints={rows}
          stroke="var(--line)"
          zIndex={0}
        />
        <XAxis
          {...plain}
          dataKey="x"
          domain={[x.span.from, x.span.to]}
          ticks={[...x.ticks]}
          tickFormatter={x.format}
          height={plotMargin.bottom}
          stroke="var(--edge)"
        />
        <YAxis
          {...plain}
          dataKey="y"
          scale={y.isLog === true ? 'log' : 'linear'}
          domain={[y.span.from, y.span.to]}
          ticks={[...y.ticks]}
          tickFormatter={y.format}
          width={plotMargin.left}
          axisLine={false}
        />
      </LineChart>
    </div>
  );
});

const margin = { left: 0, top: plotMargin.top, right: plotMargin.right, bottom: 0 };

const plain = {
  type: 'number',
  interval: 0,
  allowDataOverflow: true,
  niceTicks: 'none',
  tick: Tick,
  tickLine: false,
  zIndex: 0,
} as const;

const noLines = () => [];

/** The middle of a text's height over its line, as a part of its size. */
const half = '0.355em';

type TickProps = XAxisTickContentProps | YAxisTickContentProps;

function Tick({ x, y, textAnchor, orientation, payload, tickFormatter, index }: TickProps) {
  return (
    <text
      x={x}
      y={y}
      dy={orientation === 'bottom' ? '0.71em' : half}
      textAnchor={textAnchor}
      fill="var(--faint)"
    >
      {tickFormatter?.(payload.value, index)}
    </text>
  );
}
