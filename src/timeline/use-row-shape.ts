// How a row looks in the box that it is in: in columns or in two lines, and how high in pixels.
import { useLayoutEffect, useState, type RefObject } from 'react';

/** What rows look like. */
export interface RowShape {
  readonly isNarrow: boolean;
  /** CSS pixels; grows with the font and for fingers. */
  readonly rowHeight: number;
}

/** Below this width, in rem, columns have no room. */
const narrowRem = 44;
const narrowRowRem = 2.875;

/** Follows the size of the box. */
export function useRowShape(box: RefObject<HTMLElement | null>): RowShape {
  const [shape, setShape] = useState<RowShape>({ isNarrow: false, rowHeight: 28 });
  // Before the first paint, or a phone would see the wide rows first.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const take = () => {
      const next = measure(element);
      setShape((now) => (now.isNarrow === next.isNarrow && now.rowHeight === next.rowHeight ? now : next));
    };
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return shape;
}

function measure(element: HTMLElement): RowShape {
  const root = getComputedStyle(document.documentElement);
  const rem = parseFloat(root.fontSize);
  const control = parseFloat(root.getPropertyValue('--control')) * rem;
  const isNarrow = element.clientWidth < narrowRem * rem;
  return { isNarrow, rowHeight: isNarrow ? Math.max(control, narrowRowRem * rem) : control };
}
