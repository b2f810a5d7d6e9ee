// Focus of a panel beside a table.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** For a focusable panel: takes the focus if the table's keys opened it, and gives it back. */
export function usePanelFocus(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const panel = box.current;
    const grid = document.querySelector<HTMLElement>('[role=grid]:focus-visible');
    if (grid === null) return undefined;
    panel?.focus();
    return () => {
      if (panel?.contains(document.activeElement) === true) grid.focus({ preventScroll: true });
    };
  }, []);
  return box;
}
