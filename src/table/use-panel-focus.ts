// Focus of a panel beside a table.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** For a focusable panel: takes the focus if keys opened it, from the table or a button, and gives it back. */
export function usePanelFocus(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const panel = box.current;
    // In a low window it begins below.
    panel?.scrollIntoView({ block: 'nearest' });
    const opener = document.querySelector<HTMLElement>(':is([role=grid], button):focus-visible');
    if (opener === null) return undefined;
    panel?.focus();
    return () => {
      if (panel?.contains(document.activeElement) === true)
        opener.focus({ preventScroll: opener.matches('[role=grid]') });
    };
  }, []);
  return box;
}
