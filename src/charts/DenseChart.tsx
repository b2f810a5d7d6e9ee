// Line chart of any number of points: SVG axes, canvas lines.
// One painter, so that a curve of twenty points zooms, reads and exports as one of a million, and keeps its look
// while it grows.
import {
  useMemo,
  useRef,
  type ReactNode,
  useLayoutEffect,
  useState,
  type RefObject,
  memo,
  useSyncExternalStore,
} from 'react';
import { formatCount, formatCounted } from '#lib/format.ts';
import { PlotSurface, type PlotReader } from './PlotSurface.tsx';
import {
  columnWidth,
  drawnCounts,
  drawnLines,
  type DenseLine,
  gapsIn,
  type GapSource,
  type DrawnLine,
  type GapMark,
} from './dense-line.ts';
import { paintGaps, paintLines, placeWords, thinMarks } from './paint-lines.ts';
import { usePlotColours } from './plot-colours.ts';
import {
  plotBox,
  createScale,
  type Span,
  plotMargin,
  type PlotBox,
  type PlotScale,
  tickCounts,
} from './plot-scale.ts';

/** Ticks are chosen by the available space. */
export interface DenseAxis {
  readonly span: Span;
  readonly ticks: (span: Span, count: number) => readonly number[];
  readonly format: (value: number) => string;
  readonly isLog?: boolean;
}

export interface DenseMark {
  readonly id: string;
  readonly x: number;
  readonly word: string;
  /** Of overlapping words the heaviest is shown. */
  readonly weight: number;
  readonly isAlert: boolean;
}

interface DenseChartProps {
  label: string;
  /** CSS pixels, with axes. */
  height: number;
  /** The last is on top. Arrays keep their identity until they change. */
  lines: readonly DenseLine[];
  gapSources: readonly GapSource[];
  marks: readonly DenseMark[];
  x: DenseAxis;
  y: DenseAxis;
  reader: PlotReader;
  /** The window moves: dense lines are drawn in wider columns. */
  isMoving: boolean;
  /** Below the chart, after the count of points. */
  notes?: ReactNode;
}

/** Decimates at each zoom without losing a spike. */
export function DenseChart(props: DenseChartProps) {
  const { label, height, lines, gapSources, marks, x, y, reader, isMoving, notes } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const box = useMemo(() => plotBox(width, height), [width, height]);
  const xScale = useMemo(() => createScale(x.span, 0, box.width), [x.span, box]);
  const yScale = useMemo(() => createScale(y.span, box.height, 0, y.isLog), [y.span, y.isLog, box]);
  const xAxis = useMemo(() => ({ ...x, ticks: x.ticks(x.span, tickCounts(box).x) }), [x, box]);
  const yAxis = useMemo(() => ({ ...y, ticks: y.ticks(y.span, tickCounts(box).y) }), [y, box]);
  const column = columnWidth(lines, x.span, box.width, isMoving);
  const kept = useMemo(() => Float64Array.from(marks, (mark) => mark.x).sort(), [marks]);
  const drawn = useMemo(
    () => drawnLines(lines, x.span, Math.max(1, Math.round(box.width / column)), kept),
    [lines, x.span, box, column, kept],
  );
  const gaps = useMemo(() => gapsIn(gapSources, x.span, box.width), [gapSources, x.span, box]);
  const placed = useMemo(() => {
    const wishes = marks.map((mark) => ({ ...mark, px: xScale.toPx(mark.x) }));
    return { verticals: thinMarks(wishes, box.width), words: placeWords(wishes, box.width) };
  }, [marks, xScale, box]);
  const { points, drawn: drawnCount } = useMemo(() => drawnCounts(drawn, gaps.counts), [drawn, gaps]);

  return (
    <figure aria-label={label} className="min-w-0">
      <div ref={frame} className="relative text-label select-none" style={{ height }}>
        {width > 0 && (
          <>
            <PlotAxes box={box} x={xAxis} y={yAxis} xScale={xScale} yScale={yScale} />
            <PlotCanvas
              box={box}
              lines={drawn}
              column={column}
              gaps={gaps.marks}
              verticals={placed.verticals}
              x={xScale}
              y={yScale}
            />
            {placed.words.map(({ id, word, left, isLeftOfLine }) => (
              <span
                key={id}
                className="pointer-events-none absolute top-0.5 px-1 whitespace-nowrap text-faint"
                style={isLeftOfLine ? { right: width - box.left - left } : { left: box.left + left }}
              >
                {word}
              </span>
            ))}
            <PlotSurface label={label} box={box} x={xScale} y={yScale} reader={reader} />
          </>
        )}
      </div>
      <figcaption className={captionLook}>
        <span>
          {formatCounted(points, 'point')}
          {drawnCount !== points && `, drawn as ${formatCount(drawnCount)}`}
        </span>
        {notes}
      </figcaption>
    </figure>
  );
}

const captionLook = 'flex min-h-4 flex-wrap gap-x-2 pl-13 text-label text-faint';

/**
 * Placeholder for a chart not drawn yet.
 * @param height CSS pixels
 */
export function DensePlace({ height }: { height: number }) {
  return (
    <figure>
      <div style={{ height }} />
      <p className={captionLook} />
    </figure>
  );
}

/** 0 before layout. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);

  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    // Reports the first width, too, in a task of its own.
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);

  return width;
}

interface PlotAxis {
  readonly span: Span;
  /** Rising values within the span. */
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

interface PlotAxesProps {
  box: PlotBox;
  x: PlotAxis;
  y: PlotAxis;
  xScale: PlotScale;
  yScale: PlotScale;
}

/** Between a label and its axis, CSS pixels. */
const labelGap = 8;

/** By hand: with Recharts, which adds 258 kB, a pan took 1.7 × as long as uPlot's, and 1 × without. */
const PlotAxes = memo(function PlotAxes({ box, x, y, xScale, yScale }: PlotAxesProps) {
  const { left, top, width, height } = box;
  const foot = top + height;
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full overflow-visible tabular-nums"
    >
      <g fill="var(--faint)" textAnchor="end">
        {y.ticks.map((tick) => {
          const at = top + yScale.toPx(tick);
          return (
            <g key={tick}>
              <line x1={left} x2={left + width} y1={at} y2={at} stroke="var(--line)" />
              <text x={left - labelGap} y={at} dy="0.355em">
                {y.format(tick)}
              </text>
            </g>
          );
        })}
      </g>
      <line x1={left} x2={left + width} y1={foot} y2={foot} stroke="var(--edge)" />
      <g fill="var(--faint)" textAnchor="middle">
        {x.ticks.map((tick) => (
          <text key={tick} x={left + xScale.toPx(tick)} y={foot + labelGap} dy="0.71em">
            {x.format(tick)}
          </text>
        ))}
      </g>
    </svg>
  );
});

/** The canvas reaches out of the plot, so that rings and marks at its ends are whole. */
const overhang = plotMargin.right;

interface PlotVertical {
  /** Pixels from the left of the plot. */
  readonly px: number;
  readonly isAlert: boolean;
}

interface PlotCanvasProps {
  box: PlotBox;
  lines: readonly DrawnLine[];
  /** Pixels of a dense line's column. */
  column: number;
  gaps: readonly GapMark[];
  verticals: readonly PlotVertical[];
  x: PlotScale;
  y: PlotScale;
}

/** Paints in the frame in which the axes change. The table and the surface's words have its content. */
function PlotCanvas({ box, lines, column, gaps, verticals, x, y }: PlotCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = usePlotColours();
  const ratio = useSyncExternalStore(subscribeToRatio, () => devicePixelRatio);
  const { width, height } = box;
  const [across, down] = [Math.round((width + 2 * overhang) * ratio), Math.round(height * ratio)];

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { canvas: target } = context;
    if (target.width !== across || target.height !== down) {
      target.width = across;
      target.height = down;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width + 2 * overhang, height);
    context.translate(overhang, 0);
    for (const { px, isAlert } of verticals) {
      context.strokeStyle = isAlert ? colours.bad : colours.faint;
      context.lineWidth = 1;
      context.setLineDash([2, 3]);
      context.beginPath();
      const left = Math.min(width - 1, Math.round(px)) + 0.5;
      context.moveTo(left, 0);
      context.lineTo(left, height);
      context.stroke();
    }
    context.setLineDash([]);
    paintLines(context, lines, { x, y, width, height, column }, colours);
    paintGaps(context, gaps, x, height, colours);
  }, [width, height, across, down, ratio, lines, column, gaps, verticals, x, y, colours]);

  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className="pointer-events-none absolute"
      // At a browser zoom of 67 % these are not whole CSS pixels.
      style={{ left: box.left - overhang, top: box.top, width: across / ratio, height: down / ratio }}
    />
  );
}

/** When the window moves to another screen or is zoomed. */
function subscribeToRatio(onChange: () => void): () => void {
  const control = new AbortController();
  const watch = () => {
    // A media query for an exact fractional ratio need not match.
    const [least, most] = [devicePixelRatio - 0.001, devicePixelRatio + 0.001];
    matchMedia(`(min-resolution: ${least}dppx) and (max-resolution: ${most}dppx)`).addEventListener(
      'change',
      () => {
        onChange();
        watch();
      },
      { once: true, signal: control.signal },
    );
  };
  watch();
  return () => control.abort();
}
