// The style sheet's breakpoints, for what is not decided in CSS.
import { useCallback, useSyncExternalStore } from 'react';

/** `desk` and wider: side panel and content stand side by side. */
export const desk = matchMedia('(min-width: 64rem)');

/** Narrower than `tablet`. */
export const phone = matchMedia('not all and (min-width: 48rem)');

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
