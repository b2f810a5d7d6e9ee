// Media queries for script: screen width and touch.
import { useCallback, useSyncExternalStore } from 'react';

/** Side panel and content side by side. */
export const desk = matchMedia('(min-width: 64rem)');

/** Narrower than `tablet`. */
export const phone = matchMedia('not all and (min-width: 48rem)');

/** A finger: large controls, and a keyboard on the screen. */
export const touch = matchMedia('(pointer: coarse)');

export function useMedia(query: MediaQueryList): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => query.matches);
}
