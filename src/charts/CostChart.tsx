// Cost chart: two costs over one quantity, their crossing, a draggable marker.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  XAxis,
  YAxis,
  ZIndexLayer,
  usePlotArea,
} from 'recharts';
import {
  ChartFrame,
  gridLook,
  lineLook,
  namedMargin,
  xAxisLook,
  xAxisName,
  yAxisLook,
  yAxisName,
} from './ChartFrame.tsx';
import { type ChartPoint, heightAt, type NamedLine, namesMiddle, placeNames, widthOf } from './line-names.ts';
import { linearTicks } from './ticks.ts';

interface CostLine extends NamedLine {
  readonly colour: string;
}

interface CostChartProps {
  label: string;
  /** Without unknown ones. */
  lines: readonly CostLine[];
  /** Both axes begin at 0. */
  end: ChartPoint;
  crossing: { readonly at: ChartPoint; readonly text: string } | null;
  /** The axis's quantity is unreachable from here on. */
  outOfReach: { readonly from: number; readonly text: string } | null;
  marker: ChartMarker;
  xLabel: string;
  yLabel: string;
  formatX: (value: number) => string;
  formatY: (value: number) => string;
}

export function CostChart(props: CostChartProps) {
  const { label, lines, end, crossing, outOfReach, marker, xLabel, yLabel, formatX, formatY } = props;
  return (
    // Browsers ignore the touch action of an element in an SVG.
    <ChartFrame role="figure" label={label} className="h-full touch-pan-y touch-pinch-zoom">
      <LineChart accessibilityLayer={false} margin={namedMargin}>
        <CartesianGrid {...gridLook} syncWithTicks />
        <XAxis
          {...xAxisLook}
          dataKey="x"
          domain={[0, end.x]}
          ticks={linearTicks({ from: 0, to: end.x }, 5)}
          tickFormatter={formatX}
          interval={0}
          allowDataOverflow
          label={xAxisName(xLabel)}
        />
        <YAxis
          {...yAxisLook}
          domain={[0, end.y]}
          ticks={linearTicks({ from: 0, to: end.y }, 5)}
          tickFormatter={formatY}
          allowDataOverflow
          width={60}
          label={yAxisName(yLabel)}
        />
        {outOfReach && (
          <ReferenceArea
            x1={outOfReach.from}
            x2={end.x}
            fill="var(--raised)"
            fillOpacity={1}
            className="forced-colors:[stroke-dasharray:4]"
            stroke="var(--zone-edge, none)"
            zIndex={-200}
          />
        )}
        {lines.map(({ name, points, colour }) => (
          <Line
            {...lineLook}
            key={name}
            name={name}
            data={[...points]}
            dataKey="y"
            stroke={colour}
            dot={false}
            activeDot={false}
          />
        ))}
        <ZIndexLayer zIndex={3000}>
          <DragMarker {...marker} end={end} lines={lines} crossing={crossing?.at ?? null} />
          {/* Above the marker, which would strike their text through. */}
          {outOfReach && <ZoneName text={outOfReach.text} lines={lines} end={end} />}
          {crossing && <CrossingMark {...crossing} end={end} marker={marker.x} />}
        </ZIndexLayer>
      </LineChart>
    </ChartFrame>
  );
}

interface ZoneNameProps {
  text: string;
  lines: readonly CostLine[];
  end: ChartPoint;
}

function ZoneName({ text, lines, end }: ZoneNameProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const heights = lines.map(({ points }) => ((points.at(-1)?.y ?? 0) / end.y) * plot.height);
  const [x, y] = [plot.x + plot.width - 8, plot.y + plot.height - aboveFloor(heights)];
  return (
    <text {...wordsLook} x={x} y={y} textAnchor="end" fill="var(--muted)" className="pointer-events-none">
      {text}
    </text>
  );
}

/** Exported for its test. @param heights pixels of the lines at the end of the axis */
export function aboveFloor(heights: readonly number[]): number {
  // Above a low line and its name.
  const low = heights.filter((height) => height < 28);
  return low.length === 0 ? 8 : Math.max(...low) + 30;
}

/** With an edge in the colour of the page, readable on any line. */
const wordsLook = { stroke: 'var(--bg)', strokeWidth: 3, paintOrder: 'stroke' } as const;

interface CrossingMarkProps {
  at: ChartPoint;
  text: string;
  /** Both axes begin at 0. */
  end: ChartPoint;
  marker: number;
}

/** Only inside a chart. */
function CrossingMark({ at, text, end, marker }: CrossingMarkProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const x = plot.x + (at.x / end.x) * plot.width;
  const y = plot.y + plot.height * (1 - at.y / end.y);
  const place = besideCrossing({ x, y }, plot, widthOf(text), plot.x + (marker / end.x) * plot.width);
  return (
    <g className="pointer-events-none">
      {isFarAbove(place, y) && (
        <line x1={x} y1={y} x2={place.x - 2} y2={place.y - 4} stroke="var(--text)" strokeDasharray="2 2" />
      )}
      <circle cx={x} cy={y} r={5} fill="var(--panel)" stroke="var(--text)" strokeWidth={2} />
      <text {...wordsLook} {...place} fill="var(--text)">
        {text}
      </text>
    </g>
  );
}

/**
 * Start of a text of that width: at the left above one line, else at the right below the other, and where the
 * floor is too near for that above the line from the origin. Off the marker if that leaves room inside the plot.
 * Exported for its test.
 */
export function besideCrossing(
  { x, y }: ChartPoint,
  plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  width: number,
  markerX: number,
): ChartPoint {
  const start = x - 6 - width;
  const isLeft = start > plot.x && !(start < markerX && markerX < x - 6);
  if (isLeft) return { x: start, y: Math.max(plot.y + 10, y - 12) };
  const last = plot.x + plot.width - width;
  const isMarked = x + 8 < markerX + 6 && markerX < x + 8 + width && markerX + 6 <= last;
  const right = isMarked ? markerX + 6 : Math.min(x + 8, last);
  const floor = plot.y + plot.height;
  if (y + 18 <= floor - 4) return { x: right, y: y + 18 };
  const slope = (floor - y) / Math.max(1, x - plot.x);
  return { x: right, y: Math.max(plot.y + 10, y - slope * (right - x + width) - 8) };
}

/** Exported for its test. @returns whether the text needs a line to its point */
export function isFarAbove(text: ChartPoint, y: number): boolean {
  return y - text.y > 24;
}

interface ChartMarker {
  readonly x: number;
  /** The place and its values, for screen readers. */
  readonly text: string;
  /** Names the slider, e.g. `Traffic`. */
  readonly label: string;
  /** `isKey`: by a key, which has no `onRest`. */
  readonly onMove: (x: number, isKey: boolean) => void;
  /** The pointer let go. Not `isKept`: its drag scrolls the page instead. */
  readonly onRest: (isKept: boolean) => void;
}

const handleHeight = 14;

interface DragMarkerProps extends ChartMarker {
  end: ChartPoint;
  lines: readonly CostLine[];
  crossing: ChartPoint | null;
}

/** A press anywhere in the plot moves it; drags continue outside. Only inside a chart. */
function DragMarker({ x, text, label, onMove, onRest, end, lines, crossing }: DragMarkerProps) {
  const plot = usePlotArea();
  const area = useRef<SVGRectElement>(null);
  const slider = useRef<SVGGElement>(null);
  if (!plot) return null;
  const share = Math.min(x, end.x) / end.x;
  const at = plot.x + share * plot.width;
  const marks = { marker: share, crossing: crossing === null ? null : crossing.x / end.x };
  const middle = namesMiddle(marks.marker, marks.crossing);
  const places = placeNames(lines, plot, end, middle, marks);

  function moveTo(event: PointerEvent) {
    const rect = area.current?.getBoundingClientRect();
    if (rect && rect.width > 0) onMove(atShare((event.clientX - rect.left) / rect.width, end.x), false);
  }

  function handleKey(event: KeyboardEvent) {
    const next = afterKey(event.key, event.shiftKey, x, end.x);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(next, true);
  }

  return (
    <g>
      <rect
        ref={area}
        {...plot}
        // Half of the handle is above the plot.
        y={plot.y - handleHeight / 2}
        height={plot.height + handleHeight / 2}
        fill="transparent"
        className="cursor-ew-resize"
        onPointerDown={(event) => {
          // Beside an open popover a press only closes that.
          if (event.button !== 0 || document.querySelector(':popover-open') !== null) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          moveTo(event);
          slider.current?.focus({ preventScroll: true });
        }}
        // Keeps the focus on the marker, for arrow keys.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
        }}
        onPointerUp={() => onRest(true)}
        onPointerCancel={() => onRest(false)}
      />
      <g
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.floor(end.x)}
        aria-valuenow={Math.round(x)}
        aria-valuetext={text}
        data-keys="marker"
        onKeyDown={handleKey}
        className="group/marker pointer-events-none outline-none"
      >
        <line x1={at} x2={at} y1={plot.y} y2={plot.y + plot.height} stroke="var(--act)" strokeWidth={1.5} />
        <rect
          x={at - 5}
          y={plot.y - handleHeight / 2}
          width={10}
          height={handleHeight}
          rx={2}
          fill="var(--panel)"
          stroke="var(--act)"
          strokeWidth={2}
          className="group-focus-visible/marker:fill-act"
        />
        {lines.map(({ name, points, colour }) => {
          const height = heightAt(points, x);
          if (height === null || height > end.y) return null;
          const y = plot.y + plot.height * (1 - height / end.y);
          return <circle key={name} cx={at} cy={y} r={3.5} fill={colour} />;
        })}
      </g>
      <g className="pointer-events-none">
        {lines.map(({ name, colour }, index) => (
          <text {...wordsLook} key={name} {...places[index]} fill={colour}>
            {name}
          </text>
        ))}
      </g>
    </g>
  );
}

/**
 * An arrow key moves a hundredth of the axis, Shift or Page keys a tenth. Null for other keys. Places are
 * whole numbers from 0 to `end`.
 */
export function afterKey(key: string, isShifted: boolean, at: number, end: number): number | null {
  const steps = keys[key];
  if (key === 'Home') return 0;
  if (key === 'End') return Math.floor(end);
  if (steps === undefined) return null;
  const times = isShifted && Math.abs(steps) === 1 ? 10 : 1;
  return inside(at + (steps * times * end) / 100, end);
}

/** @param share of the axis; clamped to 0 to 1 */
export function atShare(share: number, end: number): number {
  return inside(share * end, end);
}

const keys: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

function inside(value: number, end: number): number {
  return Math.round(Math.max(0, Math.min(Math.floor(end), value)));
}
