// Scroll position of a table, kept in the history entry.
import { useLayoutEffect, type RefObject } from 'react';

const pauseMs = 200;

/** After Back, and after a reload, the rows are where they were left. @param label of the table */
export function useKeptScroll(box: RefObject<HTMLElement | null>, label: string): void {
  useLayoutEffect(() => {
    const scroller = box.current;
    if (scroller === null) return undefined;
    const kept: unknown = history.state;
    if (isKept(kept) && kept.table === label) scroller.scrollTo({ top: kept.top });
    const { pathname } = location;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      // The table stays on screen while the next page loads, whose history entry is its own.
      if (location.pathname === pathname)
        history.replaceState({ table: label, top: scroller.scrollTop } satisfies Kept, '');
    };
    const noteLater = () => {
      clearTimeout(timer);
      timer = setTimeout(note, pauseMs);
    };
    scroller.addEventListener('scroll', noteLater, { passive: true });
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', noteLater);
    };
  }, [box, label]);
}

interface Kept {
  readonly table: string;
  readonly top: number;
}

function isKept(state: unknown): state is Kept {
  return typeof state === 'object' && state !== null && 'table' in state && 'top' in state;
}
