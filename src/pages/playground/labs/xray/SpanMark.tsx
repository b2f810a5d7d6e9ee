// The span that was jumped to, underlined where it stands.
import { useEffect, useState, type RefObject } from 'react';
import { drawnToken, placeOf, type TokenPlace } from '#pages/playground/tokens/blocks.ts';
import type { Choice } from '#run/choice.ts';
import type { Span } from './spans.ts';

interface SpanMarkProps {
  /** Positioned, and around the text. */
  root: RefObject<HTMLElement | null>;
  lane: Choice;
  span: Span;
}

/** Measured again when the text changes its size; it never catches the pointer. */
export function SpanMark({ root, lane, span }: SpanMarkProps) {
  const [rects, setRects] = useState<TokenPlace['rects']>([]);
  useEffect(() => {
    const box = root.current;
    if (box === null) return undefined;
    const measure = () => setRects(measureSpan(box, lane, span));
    // Observing reports the first size too, and what far blocks become once they are near.
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(measure);
    });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [root, lane, span]);
  return rects.map((rect) => (
    <span
      key={`${rect.left} ${rect.top}`}
      aria-hidden="true"
      className="pointer-events-none absolute border-b-2 border-text"
      style={rect}
    />
  ));
}

function measureSpan(box: HTMLElement, lane: Choice, { from, to }: Span): TokenPlace['rects'] {
  return Array.from({ length: to - from }, (_, at) => drawnToken(box, lane, from + at)).flatMap((drawn) =>
    drawn === null ? [] : placeOf(box, drawn).rects,
  );
}
