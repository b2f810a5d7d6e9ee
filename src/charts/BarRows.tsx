// Horizontal bars with their names and figures, one of them highlighted; each can be reached and chosen by key.
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis, type BarShapeProps } from 'recharts';
import { focusNeighbour } from './focus-neighbour.ts';

/** One bar. */
export interface BarRow {
  readonly id: string;
  /** At most some twenty signs; it stands left of the bar. */
  readonly name: string;
  readonly value: number;
  /** The value as it stands behind the bar; the unit belongs to the chart's title. */
  readonly figure: string;
  /** The value with its unit, as it is read aloud. */
  readonly text: string;
}

interface BarRowsProps {
  /** In the order of display; at most some hundred, each is drawn. */
  rows: readonly BarRow[];
  /** What the bars show, with the unit. */
  label: string;
  selectedId: string | null;
  /** A press, or the focus. */
  onSelect: (id: string) => void;
}

const rowPx = 24;

/** 24 px a bar, as wide as its place. One tab stop; arrow keys go from bar to bar. */
export function BarRows({ rows, label, selectedId, onSelect }: BarRowsProps) {
  const stop = Math.max(
    0,
    rows.findIndex(({ id }) => id === selectedId),
  );

  function drawBar({ index, ...shape }: BarShapeProps) {
    const row = rows[index];
    if (row === undefined) return <g />;
    const isSelected = row.id === selectedId;
    return (
      <g
        role="button"
        tabIndex={index === stop ? 0 : -1}
        aria-label={`${row.name}: ${row.text}`}
        aria-pressed={isSelected}
        data-mark=""
        onFocus={() => onSelect(row.id)}
        onClick={(event) => event.currentTarget.focus()}
        onKeyDown={focusNeighbour}
        className="cursor-pointer outline-act focus-visible:outline-2 focus-visible:outline-offset-1"
      >
        {/* The whole line can be pressed, however short its bar is. */}
        <rect x={0} y={shape.y - 5} width="100%" height={shape.height + 10} fill="transparent" />
        <rect
          x={shape.x}
          y={shape.y}
          width={Math.max(1, shape.width)}
          height={shape.height}
          rx={2}
          fill={isSelected ? 'var(--series-2)' : 'var(--series-1)'}
        />
      </g>
    );
  }

  return (
    <div
      role="group"
      aria-label={label}
      style={{ height: rows.length * rowPx + 8 }}
      className="w-full text-label [&_text]:tabular-nums"
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...rows]}
          layout="vertical"
          accessibilityLayer={false}
          margin={{ top: 0, right: 64, bottom: 0, left: 0 }}
        >
          <XAxis type="number" domain={[0, 'dataMax']} hide />
          <YAxis
            type="category"
            dataKey="id"
            width={nameWidth(rows)}
            interval={0}
            tickFormatter={(id: string) => rows.find((row) => row.id === id)?.name ?? id}
            tick={{ fill: 'var(--muted)' }}
            tickLine={false}
            axisLine={false}
          />
          <Bar dataKey="value" barSize={12} isAnimationActive={false} shape={drawBar}>
            <LabelList dataKey="figure" position="right" fill="var(--text)" stroke="none" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Room for the longest name in 11 px signs. */
function nameWidth(rows: readonly BarRow[]): number {
  return Math.min(190, 16 + 6.3 * Math.max(0, ...rows.map(({ name }) => name.length)));
}
