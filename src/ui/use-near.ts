// What is drawn only once it is near the screen.
import { type RefCallback, useCallback, useState } from 'react';
import { useIsPrinting } from './use-is-printing.ts';

/** Pixels below and above the part of the page that is seen. */
const margin = '400px';

/** @returns whether the watched element is near, or was; on paper everything is */
export function useNear(): [boolean, RefCallback<Element>] {
  const [wasNear, setNear] = useState(false);
  const isPrinting = useIsPrinting();
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    // Scrolled boxes have a margin only where the browser knows `scrollMargin`.
    const options = { rootMargin: margin, scrollMargin: margin };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setNear(true);
      observer.disconnect();
    }, options);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [wasNear || isPrinting, watch];
}
