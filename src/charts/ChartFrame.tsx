// Frame, axes and marks of the small Recharts charts.
import {
  createContext,
  useContext,
  useMemo,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ResponsiveContainer } from 'recharts';

interface ChartFrameProps {
  /** `group` if its marks take the focus. */
  role: 'figure' | 'group' | 'img';
  label: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** As large as its class or style says. */
export function ChartFrame({ role, label, className = '', style, children }: ChartFrameProps) {
  return (
    <div
      role={role}
      aria-label={label}
      className={`w-full text-label [&_text]:tabular-nums ${className}`}
      style={style}
    >
      <ResponsiveContainer width="100%" height="100%">
        {children}
      </ResponsiveContainer>
    </div>
  );
}

const ink = { fill: 'var(--faint)' } as const;

export const gridLook = { vertical: false, stroke: 'var(--line)' } as const;

export const xAxisLook = { type: 'number', tick: ink, tickLine: false, stroke: 'var(--edge)' } as const;

/** Every tick: which of them have room is not measured. */
export const yAxisLook = {
  type: 'number',
  tick: ink,
  tickLine: false,
  axisLine: false,
  interval: 0,
} as const;

export const lineLook = { type: 'linear', strokeWidth: 2, isAnimationActive: false } as const;

/** Room for the names of both axes. */
export const namedMargin = { top: 28, right: 20, bottom: 16, left: 4 } as const;

export function xAxisName(value: string) {
  return { value, position: 'insideBottom', offset: -8, ...ink } as const;
}

export function yAxisName(value: string) {
  return { value, position: 'insideTopLeft', offset: 0, dy: -24, dx: 6, ...ink } as const;
}

interface MarksValue {
  readonly selectedId: string | null;
  /** Of the mark with the tab stop. */
  readonly stopId: string | undefined;
  /** On press or focus. */
  readonly onSelect: (id: string) => void;
}

// Context changes without rendering the chart, which would recreate the marks and lose the focus.
const Marks = createContext<MarksValue>({ selectedId: null, stopId: undefined, onSelect: () => undefined });

interface MarkedChartProps extends Omit<ChartFrameProps, 'role'>, Omit<MarksValue, 'stopId'> {
  ids: readonly string[];
}

/** One tab stop; arrow keys move between marks. The chart in it should be memoized. */
export function MarkedChart({ ids, selectedId, onSelect, ...frame }: MarkedChartProps) {
  const stopId = ids.find((id) => id === selectedId) ?? ids[0];
  const marks = useMemo(() => ({ selectedId, stopId, onSelect }), [selectedId, stopId, onSelect]);
  return (
    <Marks value={marks}>
      <ChartFrame role="group" {...frame} />
    </Marks>
  );
}

interface ChartMarkProps {
  id: string;
  label: string;
  children: (isSelected: boolean) => ReactNode;
}

export function ChartMark({ id, label, children }: ChartMarkProps) {
  const { selectedId, stopId, onSelect } = useContext(Marks);
  return (
    <g
      role="button"
      tabIndex={id === stopId ? 0 : -1}
      aria-label={label}
      aria-pressed={id === selectedId}
      data-mark=""
      onFocus={() => onSelect(id)}
      onClick={(event) => event.currentTarget.focus()}
      data-keys="marks"
      onKeyDown={focusNeighbour}
      className="cursor-pointer outline-act focus-visible:outline-2 focus-visible:outline-offset-1"
    >
      {children(id === selectedId)}
    </g>
  );
}

/** In document order. */
function focusNeighbour(event: KeyboardEvent<SVGElement>): void {
  const marks = [...(event.currentTarget.ownerSVGElement?.querySelectorAll<SVGElement>('[data-mark]') ?? [])];
  const here = marks.indexOf(event.currentTarget);
  const places: Readonly<Record<string, number>> = {
    ArrowUp: here - 1,
    ArrowLeft: here - 1,
    ArrowDown: here + 1,
    ArrowRight: here + 1,
    Home: 0,
    End: marks.length - 1,
  };
  const next = marks[places[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
