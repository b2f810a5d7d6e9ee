// Interaction layer of a plot: crosshair, zoom, pan, keyboard.
import { useId, useMemo, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import type { LineColour } from './dense-line.ts';
import { type PlotBox, type PlotScale, panBy, zoomAround, isWhole, type Span } from './plot-scale.ts';
import { usePlotGestures, type PlotActs } from './use-plot-gestures.ts';

/** `full` under the pointer, `narrow` in little room, `short` on charts that follow another. */
export type TipRoom = 'full' | 'narrow' | 'short';

interface PlotReading {
  /** Ringed. */
  readonly points: readonly {
    readonly key: string;
    readonly x: number;
    readonly y: number;
    readonly colour: LineColour;
  }[];
  /** Beside the reading line. */
  readonly renderTip: (room: TipRoom) => ReactNode;
  /** For screen readers. */
  readonly words: string;
}

export interface PlotReader extends Omit<PlotActs, 'onRead'> {
  readonly reading: Reading;
  readonly read: (x: number) => PlotReading;
  /** The x `count` points away, negative for back; null without points. */
  readonly step: (x: number, count: number) => number | null;
}

interface PlotSurfaceProps {
  label: string;
  box: PlotBox;
  x: PlotScale;
  y: PlotScale;
  reader: PlotReader;
}

/** A slider for assistive technology, at the reading position. */
export function PlotSurface({ label, box, x, y, reader }: PlotSurfaceProps) {
  const surface = useRef<HTMLDivElement>(null);
  const { reading, whole } = reader;
  const id = useId();
  const acts = useMemo(
    () => ({ ...reader, onRead: (to: number | null) => reading.set(to === null ? null : { x: to, by: id }) }),
    [reader, reading, id],
  );
  const { chosen, handlers } = usePlotGestures(surface, x, acts);
  const place = useSyncExternalStore(reading.subscribe, reading.get);
  const at = place?.x ?? null;
  const isInView = at !== null && at >= x.span.from && at <= x.span.to;
  const found = useMemo(() => (at === null ? null : reader.read(at)), [reader, at]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOfKey({
      key: event.key,
      isShift: event.shiftKey,
      span: x.span,
      whole,
      at,
      step: reader.step,
    });
    if (act === null) return;
    event.preventDefault();
    if (act.kind === 'span') reader.onSpan(act.span, 'moving');
    else {
      acts.onRead(act.x);
      if (act.x !== null && (act.x < x.span.from || act.x > x.span.to)) {
        const half = (x.span.to - x.span.from) / 2;
        const from = Math.max(whole.from, Math.min(whole.to - 2 * half, act.x - half));
        reader.onSpan({ from, to: from + 2 * half }, 'moving');
      }
    }
  }

  return (
    <>
      {chosen && (
        <div
          className="pointer-events-none absolute border-x border-act bg-act/15"
          style={{
            left: box.left + Math.max(0, chosen.from),
            width: Math.min(box.width, chosen.to) - Math.max(0, chosen.from),
            top: box.top,
            height: box.height,
          }}
        />
      )}
      {isInView && found && chosen === null && (
        <div
          className="pointer-events-none absolute"
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        >
          <div
            className="absolute inset-y-0 left-0 w-px bg-edge"
            style={{ translate: `${x.toPx(at)}px 0` }}
          />
          {found.points.map((point) => (
            <Dot
              key={point.key}
              left={x.toPx(point.x)}
              top={y.toPx(point.y)}
              colour={point.colour}
              box={box}
            />
          ))}
          <Tip px={x.toPx(at)} box={box} isOwn={place?.by === id} renderTip={found.renderTip} />
        </div>
      )}
      <div
        ref={surface}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={whole.from}
        aria-valuemax={whole.to}
        aria-valuenow={at ?? x.span.from}
        aria-valuetext={found?.words ?? 'Arrow keys read point by point'}
        aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight + - 0"
        className="absolute cursor-crosshair touch-pan-y"
        style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        data-keys="chart"
        onKeyDown={handleKey}
        onBlur={() => reading.set(null)}
        {...handlers}
      />
    </>
  );
}

interface DotProps {
  left: number;
  top: number;
  colour: LineColour;
  box: PlotBox;
}

function Dot({ left, top, colour, box }: DotProps) {
  if (!(top >= -4 && top <= box.height + 4)) return null;
  return (
    <div
      className="absolute -top-1 -left-1 size-2 rounded-pill border-2 border-panel"
      style={{ translate: `${left}px ${top}px`, background: `var(--${colour})` }}
    />
  );
}

interface TipProps {
  px: number;
  box: PlotBox;
  isOwn: boolean;
  renderTip: PlotReading['renderTip'];
}

const fullRoom = 380;
/** For the names and values of three runs: near the middle of a small chart it may cover the line. */
const leastRoom = { full: 520, narrow: 260, short: 260 } as const;

// On the line's wider side, and wider than that only for its text. Above a plot that follows another, if it would
// cover more than half of that.
function Tip({ px, box: { width, height }, isOwn, renderTip }: TipProps) {
  const isLeft = px > width / 2;
  const free = Math.max(px, width - px) - 10;
  const room = isOwn ? (free >= fullRoom ? 'full' : 'narrow') : 'short';
  // All of its height or nothing.
  const up = room === 'short' ? `clamp(-100% - 8px, (${height / 2}px - 100%) * 999, 0px)` : '0px';
  const side = isLeft
    ? { left: px - 10, translate: `max(-100%, ${10 - px}px) ${up}` }
    : { left: px + 10, translate: `min(0px, ${free}px - 100%) ${up}` };
  return (
    <div
      className="absolute top-1 z-10 w-max overflow-hidden rounded-control border border-edge bg-panel px-2.5 py-1.5 text-dense shadow-float"
      style={{ ...side, maxWidth: Math.max(free, Math.min(width, leastRoom[room])) }}
    >
      {renderTip(room)}
    </div>
  );
}

type PlotKeyAct =
  | { readonly kind: 'read'; readonly x: number | null }
  | { readonly kind: 'span'; readonly span: Span | null }
  | null;

interface PlotKeyState {
  readonly key: string;
  readonly isShift: boolean;
  readonly span: Span;
  readonly whole: Span;
  /** Reading position. */
  readonly at: number | null;
  /** The point `count` points away; null at the end. */
  readonly step: (at: number, count: number) => number | null;
}

/** Null for other keys. Page keys go ten points. */
export function actOfKey({ key, isShift, span, whole, at, step }: PlotKeyState): PlotKeyAct {
  const show = (next: Span) => ({ kind: 'span', span: isWhole(next, whole) ? null : next }) as const;
  const middle = at !== null && at >= span.from && at <= span.to ? at : (span.from + span.to) / 2;
  // The nearest point may be just outside, which would move the view.
  const readInView = (edge: number, inward: number) => {
    const x = step(edge, 0);
    return { kind: 'read', x: x === null || (x >= span.from && x <= span.to) ? x : step(x, inward) } as const;
  };
  const readFirst = () => readInView(span.from, 1);
  const readLast = () => readInView(span.to, -1);
  const read = (count: number) => {
    if (at === null) return count > 0 ? readFirst() : readLast();
    return { kind: 'read', x: step(at, count) } as const;
  };
  switch (key) {
    case 'ArrowRight':
      return isShift ? show(panBy(span, 0.1, whole)) : read(1);
    case 'ArrowLeft':
      return isShift ? show(panBy(span, -0.1, whole)) : read(-1);
    case 'PageUp':
      return read(10);
    case 'PageDown':
      return read(-10);
    case 'Home':
      return readFirst();
    case 'End':
      return readLast();
    case '+':
    case '=':
      return show(zoomAround(span, middle, 0.5, whole));
    case '-':
    case '_':
      return show(zoomAround(span, middle, 2, whole));
    case '0':
      return { kind: 'span', span: null };
    case 'Escape':
      return at === null ? null : { kind: 'read', x: null };
    default:
      return null;
  }
}

interface ReadPlace {
  /** In the unit of the x axis. */
  readonly x: number;
  /** Chart under the pointer; others follow. */
  readonly by: string;
}

/** Outside React, so that a moving pointer renders only the readings. */
export interface Reading {
  /** Null while no pointer is over a chart. */
  readonly get: () => ReadPlace | null;
  readonly set: (place: ReadPlace | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createReading(): Reading {
  const listeners = new Set<() => void>();
  let at: ReadPlace | null = null;
  return {
    get: () => at,
    set(place) {
      if (place?.x === at?.x && place?.by === at?.by) return;
      at = place;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
