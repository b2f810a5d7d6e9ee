// A field that is as tall as its text, where the browser's own `field-sizing` is missing.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Then there is nothing to do at a key, nor to watch. */
const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** For a field with the class `field-sizing-content`, whose bounds of height hold here, too. */
export function useGrowing(): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);

  // After every rendering: what was typed comes with one.
  useLayoutEffect(() => {
    if (field.current && !growsByItself) fit(field.current);
  });

  useEffect(() => {
    const element = field.current;
    if (element === null || growsByItself) return undefined;
    let width = element.clientWidth;
    // A narrower field breaks its lines elsewhere.
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
