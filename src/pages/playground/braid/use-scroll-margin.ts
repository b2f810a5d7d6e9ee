// How far down in its scrolling box an element begins: what stands above it grows and shrinks.
import { useEffect, useState, type RefObject } from 'react';

/** CSS pixels from the top of what the nearest `[data-scroll]` scrolls; measured again when that changes its size. */
export function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    const scroller = element.current?.closest('[data-scroll]') ?? null;
    const content = scroller?.firstElementChild ?? null;
    if (scroller === null || content === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.current === null) return;
      const top = element.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setMargin(Math.round(top + scroller.scrollTop));
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return margin;
}
