// What keys do on a plot: arrows read point by point, with Shift they pan, + and − zoom, 0 shows everything.
import { panBy, zoomAround, isWhole, type Span } from './span.ts';

/** What a key asks for; null for a key that is not one of the plot's. */
export type PlotKeyAct =
  | { readonly kind: 'read'; readonly x: number | null }
  | { readonly kind: 'span'; readonly span: Span | null }
  | null;

interface PlotKeyState {
  readonly key: string;
  readonly isShift: boolean;
  readonly span: Span;
  readonly whole: Span;
  /** Where the reader points. */
  readonly at: number | null;
  /** The point that follows in a direction, `count` points away; null at the end. */
  readonly step: (at: number, count: number) => number | null;
}

/** Pure: what follows of a key. Page keys go ten points. */
export function actOfKey({ key, isShift, span, whole, at, step }: PlotKeyState): PlotKeyAct {
  const show = (next: Span) => ({ kind: 'span', span: isWhole(next, whole) ? null : next }) as const;
  const middle = at !== null && at >= span.from && at <= span.to ? at : (span.from + span.to) / 2;
  const read = (count: number) =>
    ({ kind: 'read', x: step(at ?? (count > 0 ? span.from : span.to), at === null ? 0 : count) }) as const;
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
      return { kind: 'read', x: step(span.from, 0) };
    case 'End':
      return { kind: 'read', x: step(span.to, 0) };
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
