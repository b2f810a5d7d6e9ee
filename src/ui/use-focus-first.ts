// Autofocus for content that arrives late, such as a loaded form.
import { useEffect, useRef } from 'react';

/** Attach the ref to the content; once mounted, its first match is focused. */
export function useFocusFirst<Content extends HTMLElement>(selector: string) {
  const content = useRef<Content>(null);

  useEffect(() => {
    const first = content.current?.querySelector(selector);
    if (first instanceof HTMLElement) first.focus();
  }, [selector]);

  return content;
}
