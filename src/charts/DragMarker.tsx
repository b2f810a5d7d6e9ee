// A line across a chart that is moved along its axis by pointer or key, with a dot on every line it crosses.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { usePlotArea } from 'recharts';
import type { ChartPoint, NamedLine } from './named-line.ts';
import { LineNames } from './LineNames.tsx';
import { afterKey, atShare, heightAt } from './marker-place.ts';

/** The marker: where it stands, and what is said of it. */
export interface ChartMarker {
  readonly x: number;
  /** What is read aloud: the place and what is read there. */
  readonly text: string;
  /** Of the slider, as `Traffic`. */
  readonly label: string;
  /** On the way; `isKey` where a key moved it, which says nothing of when it rests. */
  readonly onMove: (x: number, isKey: boolean) => void;
  /** The pointer has let it go. */
  readonly onRest: () => void;
}

const handleHeight = 14;

interface DragMarkerProps extends ChartMarker {
  end: ChartPoint;
  lines: readonly NamedLine[];
  colours: readonly string[];
}

/** A press anywhere in the plot brings it there; drags go on outside. Inside of a chart only. */
export function DragMarker({ x, text, label, onMove, onRest, end, lines, colours }: DragMarkerProps) {
  const plot = usePlotArea();
  const area = useRef<SVGRectElement>(null);
  const slider = useRef<SVGGElement>(null);
  if (!plot) return null;
  const at = plot.x + (Math.min(x, end.x) / end.x) * plot.width;
  const isRight = at > plot.x + plot.width * 0.6;

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
        // The handle stands above the plot by half of its height.
        y={plot.y - handleHeight / 2}
        height={plot.height + handleHeight / 2}
        fill="transparent"
        className="cursor-ew-resize touch-pan-y"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          moveTo(event);
          slider.current?.focus({ preventScroll: true });
        }}
        // The chart would take the focus: arrow keys go on from where the pointer left the marker.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
        }}
        onLostPointerCapture={onRest}
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
        {lines.map(({ name, points }, index) => {
          const height = heightAt(points, x);
          if (height === null || height > end.y) return null;
          const y = plot.y + plot.height * (1 - height / end.y);
          return <circle key={name} cx={at} cy={y} r={3.5} fill={colours[index] ?? 'var(--edge)'} />;
        })}
      </g>
      <LineNames lines={lines} colours={colours} end={end} isLeft={isRight} />
    </g>
  );
}
