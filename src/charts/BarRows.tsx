// Keyboard-operable horizontal bar chart with names and figures.
import { createContext, memo, useContext, useMemo, type KeyboardEvent } from 'react';
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis, type BarShapeProps } from 'recharts';

export interface BarRow {
  readonly id: string;
  /** At most some twenty characters. */
  readonly name: string;
  readonly value: number;
  /** Without the unit, which is in the chart's title. */
  readonly figure: string;
  /** Value with unit, for screen readers. */
  readonly text: string;
}

interface BarRowsProps {
  /** At most some hundred, since each is drawn. */
  rows: readonly BarRow[];
  /** With the unit. */
  label: string;
  selectedId: string | null;
  /** On press or focus. */
  onSelect: (id: string) => void;
}

const rowPx = 24;

/** One tab stop; arrow keys move between bars. */
export function BarRows({ rows, label, selectedId, onSelect }: BarRowsProps) {
  const stop = Math.max(
    0,
    rows.findIndex(({ id }) => id === selectedId),
  );

  const marks = useMemo(() => ({ rows, stop, selectedId, onSelect }), [rows, stop, selectedId, onSelect]);

  return (
    <Marks value={marks}>
      <div
        role="group"
        aria-label={label}
        style={{ height: rows.length * rowPx + 8 }}
        className="w-full text-label [&_text]:tabular-nums"
      >
        <Bars rows={rows} />
      </div>
    </Marks>
  );
}

// Rendering on selection would recreate the bars and lose the focus.
const Bars = memo(function Bars({ rows }: Pick<BarRowsProps, 'rows'>) {
  return (
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
          dataKey="name"
          width={nameWidth(rows)}
          interval={0}
          tick={{ fill: 'var(--muted)' }}
          tickLine={false}
          axisLine={false}
        />
        <Bar dataKey="value" barSize={12} isAnimationActive={false} shape={drawBar}>
          <LabelList dataKey="figure" position="right" fill="var(--text)" stroke="none" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
});

interface MarksValue extends Pick<BarRowsProps, 'rows' | 'selectedId' | 'onSelect'> {
  /** Index of the bar with the tab stop. */
  readonly stop: number;
}

// Context changes without rendering the chart.
const Marks = createContext<MarksValue>({ rows: [], selectedId: null, onSelect: () => undefined, stop: 0 });

function drawBar({ index, x, y, width, height }: BarShapeProps) {
  return <BarMark index={index} x={x} y={y} width={width} height={height} />;
}

type BarMarkProps = Pick<BarShapeProps, 'index' | 'x' | 'y' | 'width' | 'height'>;

function BarMark({ index, x, y, width, height }: BarMarkProps) {
  const { rows, stop, selectedId, onSelect } = useContext(Marks);
  const row = rows[index];
  if (row === undefined) return null;
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
      data-keys="marks"
      onKeyDown={focusNeighbour}
      className="cursor-pointer outline-act focus-visible:outline-2 focus-visible:outline-offset-1"
    >
      {/* The whole row can be pressed. */}
      <rect x={0} y={y - 5} width="100%" height={height + 10} fill="transparent" />
      <rect
        x={x}
        y={y}
        width={Math.max(1, width)}
        height={height}
        rx={2}
        fill={isSelected ? 'var(--series-2)' : 'var(--series-1)'}
      />
    </g>
  );
}

/** At 11 px. */
function nameWidth(rows: readonly BarRow[]): number {
  return Math.min(190, 16 + 6.3 * Math.max(0, ...rows.map(({ name }) => name.length)));
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** For marks with `data-mark`, in document order. */
export function focusNeighbour(event: KeyboardEvent<SVGElement>): void {
  const marks = [...(event.currentTarget.ownerSVGElement?.querySelectorAll<SVGElement>('[data-mark]') ?? [])];
  const here = marks.indexOf(event.currentTarget);
  const step = steps[event.key];
  const next =
    step !== undefined
      ? marks[here + step]
      : event.key === 'Home'
        ? marks[0]
        : event.key === 'End'
          ? marks.at(-1)
          : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
