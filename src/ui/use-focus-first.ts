// Autofocus for content that arrives late.
import { useEffect, useRef } from 'react';

/** Focuses the first match in the content once mounted. */
export function useFocusFirst<Content extends HTMLElement>(selector: string) {
  const content = useRef<Content>(null);

  useEffect(() => {
    const first = content.current?.querySelector(selector);
    if (first instanceof HTMLElement) first.focus();
  }, [selector]);

  return content;
}
