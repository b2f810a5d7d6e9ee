// Auto-growing textarea without `field-sizing`.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** For the class `field-sizing-content`; its min and max height apply. */
export function useGrowing(): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);

  // Typing causes a render.
  useLayoutEffect(() => {
    if (field.current && !growsByItself) fit(field.current);
  });

  useEffect(() => {
    const element = field.current;
    if (element === null || growsByItself) return undefined;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return field;
}

function fit(element: HTMLTextAreaElement): void {
  element.style.height = 'auto';
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${element.scrollHeight + borders}px`;
}
