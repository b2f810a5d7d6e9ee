// Keyboard-operable horizontal bar chart with names and figures.
import { memo } from 'react';
import { Bar, BarChart, LabelList, XAxis, YAxis, type BarShapeProps } from 'recharts';
import { phone, useMedia } from '#ui/use-media.ts';
import { ChartMark, MarkedChart, yAxisLook } from './ChartFrame.tsx';

export interface BarRow {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** Without the unit, which is in the chart's title. */
  readonly figure: string;
  /** Value with unit, for screen readers. */
  readonly text: string;
  /** Gray. */
  readonly isFaint?: boolean;
}

interface BarRowsProps {
  /** At most some hundred, since each is drawn. */
  rows: readonly BarRow[];
  /** With the unit. */
  label: string;
  selectedId: string | null;
  onSelect: (id: string) => void;
}

const rowPx = 24;

export function BarRows({ rows, ...marks }: BarRowsProps) {
  return (
    <MarkedChart {...marks} ids={rows.map(({ id }) => id)} style={{ height: rows.length * rowPx + 8 }}>
      <Bars rows={rows} />
    </MarkedChart>
  );
}

const Bars = memo(function Bars({ rows }: Pick<BarRowsProps, 'rows'>) {
  const longest = useMedia(phone) ? 26 : 36;
  const shorten = (name: string) => shortName(name, longest);
  return (
    <BarChart
      data={[...rows]}
      layout="vertical"
      accessibilityLayer={false}
      margin={{ top: 0, right: 64, bottom: 0, left: 0 }}
    >
      <XAxis type="number" domain={[0, 'dataMax']} hide />
      <YAxis
        {...yAxisLook}
        type="category"
        dataKey="name"
        width={nameWidth(rows, longest)}
        tick={{ fill: 'var(--muted)' }}
        tickFormatter={shorten}
      />
      <Bar dataKey="value" barSize={12} isAnimationActive={false} shape={drawBar}>
        <LabelList dataKey="figure" position="right" fill="var(--text)" stroke="none" />
      </Bar>
    </BarChart>
  );

  function drawBar({ index, x, y, width, height }: BarShapeProps) {
    const row = rows[index];
    if (row === undefined) return <g />;
    return (
      <ChartMark id={row.id} label={`${row.name}: ${row.text}`}>
        {(isSelected) => (
          <>
            {/* The whole row can be pressed. */}
            <rect x={0} y={y - 5} width="100%" height={height + 10} fill="transparent" />
            <rect
              x={x}
              y={y}
              width={Math.max(1, width)}
              height={height}
              rx={2}
              fill={
                isSelected
                  ? 'var(--series-2)'
                  : row.isFaint
                    ? 'var(--bar-faint, var(--faint))'
                    : 'var(--series-1)'
              }
            />
          </>
        )}
      </ChartMark>
    );
  }
});

/** Keeps both ends, as `1x_` and `_pcie` of a configuration. */
function shortName(name: string, longest: number): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 15)}…${name.slice(-14)}`;
}

/** At 11 px, or 12 on a phone. */
function nameWidth(rows: readonly BarRow[], longest: number): number {
  return 16 + 6.8 * Math.min(longest, Math.max(0, ...rows.map(({ name }) => name.length)));
}
