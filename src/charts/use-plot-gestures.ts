// Plot gestures: hover, drag to zoom, wheel to pan, double click resets.
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { type PlotScale, isWhole, panBy, zoomAround, type Span, within } from './plot-scale.ts';

export interface PlotActs {
  readonly whole: Span;
  /** Null shows everything. `moving` comes many times a second, `done` at the end. */
  readonly onSpan: (span: Span | null, phase: 'moving' | 'done') => void;
  readonly onRead: (x: number | null) => void;
  /** The nearest point's x. */
  readonly snap: (x: number) => number | null;
}

type Drag =
  | { readonly kind: 'zoom' | 'pan'; readonly startPx: number; readonly startSpan: Span }
  | { readonly kind: 'pinch'; readonly fingers: Fingers; readonly startSpan: Span };

/** Shorter drags are presses. */
const minDragPx = 4;

/** Handlers, and the selected stretch in pixels of the plot. */
export function usePlotGestures(surface: RefObject<HTMLElement | null>, x: PlotScale, acts: PlotActs) {
  const drag = useRef<Drag | null>(null);
  const frame = useRef(0);
  const touches = useRef(new Map<number, number>());
  const [chosen, setChosen] = useState<Span | null>(null);

  useWheel(surface, x, acts);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  // A mouse reports more often than the screen shows.
  function once(act: () => void) {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(act);
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    // The browser would drag selected text across the plot instead.
    if (event.pointerType === 'mouse') getSelection()?.removeAllRanges();
    event.currentTarget.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') touches.current.set(event.pointerId, pxOf(event));
    const fingers = fingersOf(touches.current);
    if (fingers !== null) {
      drag.current = { kind: 'pinch', fingers, startSpan: x.span };
      setChosen(null);
      acts.onRead(null);
      return;
    }
    drag.current = { kind: event.shiftKey ? 'pan' : 'zoom', startPx: pxOf(event), startSpan: x.span };
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const px = pxOf(event);
    const now = drag.current;
    if (touches.current.has(event.pointerId)) touches.current.set(event.pointerId, px);
    once(() => {
      if (now === null) acts.onRead(acts.snap(x.toValue(px)));
      else if (now.kind === 'zoom') setChosen(stretch(now.startPx, px));
      else acts.onSpan(moved(now, px), 'moving');
    });
  }

  function moved(now: Drag, px: number): Span {
    const width = Math.max(1, surface.current?.clientWidth ?? 1);
    if (now.kind !== 'pinch') return panBy(now.startSpan, (now.startPx - px) / width, acts.whole);
    const fingers = fingersOf(touches.current) ?? now.fingers;
    return pinched(now.startSpan, now.fingers, fingers, width, acts.whole);
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>) {
    const now = drag.current;
    drag.current = null;
    cancelAnimationFrame(frame.current);
    setChosen(null);
    if (now !== null) finish(now, pxOf(event));
    touches.current.delete(event.pointerId);
  }

  function finish(now: Drag, px: number) {
    if (now.kind !== 'zoom') {
      const span = moved(now, px);
      acts.onSpan(isWhole(span, acts.whole) ? null : span, 'done');
      return;
    }
    const { from, to } = stretch(now.startPx, px);
    if (to - from < minDragPx) acts.onRead(acts.snap(x.toValue(px)));
    else {
      acts.onSpan(chosenSpan(x, from, to, acts.whole), 'done');
      // Another place is under the pointer now.
      acts.onRead(null);
    }
  }

  // A lifted finger leaves, but its reading stays until another touch.
  function handlePointerLeave({ pointerType }: PointerEvent<HTMLElement>) {
    cancelAnimationFrame(frame.current);
    if (drag.current === null && pointerType === 'mouse') acts.onRead(null);
  }

  function handlePointerCancel({ pointerId }: PointerEvent<HTMLElement>) {
    touches.current.delete(pointerId);
    drag.current = null;
    setChosen(null);
  }

  return {
    chosen,
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerUp,
      onPointerLeave: handlePointerLeave,
      onPointerCancel: handlePointerCancel,
      onDoubleClick: () => acts.onSpan(null, 'done'),
    },
  };
}

/** Pans; with Ctrl (a pinch) zooms at the pointer. An unzoomed plot lets the page scroll. */
function useWheel(surface: RefObject<HTMLElement | null>, x: PlotScale, acts: PlotActs) {
  useEffect(() => {
    const box = surface.current;
    if (box === null) return undefined;
    const handleWheel = (event: WheelEvent) => {
      const { deltaX, deltaY } = event;
      const px = event.clientX - box.getBoundingClientRect().left;
      const next =
        event.ctrlKey || event.metaKey
          ? zoomAround(x.span, x.toValue(px), 1.002 ** deltaY, acts.whole)
          : panBy(x.span, (Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY) / 1000, acts.whole);
      // At its end, and with nothing to pan, the wheel scrolls the page.
      if (next.from === x.span.from && next.to === x.span.to && !event.ctrlKey) return;
      event.preventDefault();
      acts.onSpan(isWhole(next, acts.whole) ? null : next, 'moving');
    };
    // React's listener is passive: the page would scroll, too.
    box.addEventListener('wheel', handleWheel, { passive: false });
    return () => box.removeEventListener('wheel', handleWheel);
  }, [surface, x, acts]);
}

/** Null unless there are two. */
function fingersOf(touches: ReadonlyMap<number, number>): Fingers | null {
  const [one, other, third] = touches.values();
  return one === undefined || other === undefined || third !== undefined ? null : [one, other];
}

function pxOf(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function stretch(one: number, other: number): Span {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

function chosenSpan(x: PlotScale, fromPx: number, toPx: number, whole: Span): Span {
  const from = Math.max(whole.from, x.toValue(fromPx));
  const to = Math.min(whole.to, x.toValue(toPx));
  const least = (whole.to - whole.from) / 1e6;
  return to - from >= least ? { from, to } : zoomAround(x.span, (from + to) / 2, 1e-9, whole);
}

/** Pixels from the plot's left, in any order. */
type Fingers = readonly [number, number];

/** Closer fingers only pan. */
const minApartPx = 24;

/**
 * @param span when the fingers came down
 * @param width of the plot in pixels
 */
export function pinched(span: Span, before: Fingers, now: Fingers, width: number, whole: Span): Span {
  const perPx = (span.to - span.from) / Math.max(1, width);
  const [apartBefore, apartNow] = [apartOf(before), apartOf(now)];
  const factor = apartBefore < minApartPx || apartNow < minApartPx ? 1 : apartBefore / apartNow;
  const least = (whole.to - whole.from) / 1e6;
  const size = Math.max(least, (span.to - span.from) * factor);
  const held = span.from + middleOf(before) * perPx;
  const from = held - (middleOf(now) / Math.max(1, width)) * size;
  return within({ from, to: from + size }, whole);
}

function apartOf([one, other]: Fingers): number {
  return Math.abs(one - other);
}

function middleOf([one, other]: Fingers): number {
  return (one + other) / 2;
}
