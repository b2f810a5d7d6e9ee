// Moves the focus into content that arrives after its frame, as a form that takes the place of a list.
import { useEffect, useRef } from 'react';

/** Give the ref to the content; once it is there, its first match takes the focus. */
export function useFocusFirst<Content extends HTMLElement>(selector: string) {
  const content = useRef<Content>(null);

  useEffect(() => {
    const first = content.current?.querySelector(selector);
    if (first instanceof HTMLElement) first.focus();
  }, [selector]);

  return content;
}
