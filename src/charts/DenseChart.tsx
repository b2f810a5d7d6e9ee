// A plot of lines with any number of points: axes by Recharts, lines on a canvas, cut down to what the pixels can show.
import { useMemo, useRef, type ReactNode, useLayoutEffect, useState, type RefObject } from 'react';
import { formatCount, formatCounted } from '#lib/format.ts';
import { PlotAxes } from './PlotAxes.tsx';
import { PlotCanvas } from './PlotCanvas.tsx';
import { PlotSurface, type PlotReader } from './PlotSurface.tsx';
import {
  columnWidth,
  drawnCounts,
  drawnLines,
  type DenseLine,
  gapsIn,
  type GapSource,
} from './dense-line.ts';
import { placeWords, thinMarks } from './place-words.ts';
import { plotBox, createScale, type Span } from './plot-scale.ts';

/** How an axis is to be drawn; ticks are chosen for the room that there is. */
export interface DenseAxis {
  readonly span: Span;
  readonly ticks: (span: Span, count: number) => readonly number[];
  readonly format: (value: number) => string;
  readonly isLog?: boolean;
}

/** A dotted vertical with a word. */
export interface DenseMark {
  readonly id: string;
  readonly x: number;
  readonly word: string;
  /** The higher, the sooner its word is shown where words would overlap. */
  readonly weight: number;
  readonly isAlert: boolean;
}

interface DenseChartProps {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** CSS pixels, with the axes. */
  height: number;
  /** The last is drawn on top. All arrays keep their identity while nothing in them changed. */
  lines: readonly DenseLine[];
  gapSources: readonly GapSource[];
  marks: readonly DenseMark[];
  x: DenseAxis;
  y: DenseAxis;
  reader: PlotReader;
  /** A hand moves the window: what takes long is drawn in wider columns meanwhile. */
  isMoving: boolean;
  /** Said under the chart, after the count of points. */
  notes?: ReactNode;
}

/** As wide as its place. Lines are cut down again at each zoom; no spike is lost by it. */
export function DenseChart(props: DenseChartProps) {
  const { label, height, lines, gapSources, marks, x, y, reader, isMoving, notes } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const box = useMemo(() => plotBox(width, height), [width, height]);
  const xScale = useMemo(() => createScale(x.span, 0, box.width), [x.span, box]);
  const yScale = useMemo(() => createScale(y.span, box.height, 0, y.isLog), [y.span, y.isLog, box]);
  const xAxis = useMemo(() => ({ ...x, ticks: x.ticks(x.span, Math.max(2, box.width / 110)) }), [x, box]);
  const yAxis = useMemo(() => ({ ...y, ticks: y.ticks(y.span, Math.max(3, box.height / 48)) }), [y, box]);
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
  const { points, drawn: drawnCount } = useMemo(() => drawnCounts(drawn), [drawn]);

  return (
    <figure aria-label={label} className="min-w-0">
      <div ref={frame} className="relative text-label select-none" style={{ height }}>
        {width > 0 && (
          <>
            <PlotAxes width={width} height={height} x={xAxis} y={yAxis} />
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

/** Takes the room of a chart that is not drawn yet. @param height CSS pixels, as the chart will have */
export function DensePlace({ height }: { height: number }) {
  return (
    <figure>
      <div style={{ height }} />
      <p className={captionLook} />
    </figure>
  );
}

/** 0 until the element is there. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);

  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const measure = () => setWidth(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);

  return width;
}
