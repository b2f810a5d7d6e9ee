// A panel with a history entry of its own, which closing it must not leave behind.
import { useRef } from 'react';

interface OwnEntry {
  /** Before the push that opens it. @param here what the address says */
  readonly opens: (here: string) => void;
  /** Goes back if nothing else has changed since. @param to what the address would say without it */
  readonly closes: (to: string) => boolean;
}

/** Else the address would be there twice, and Back would seem to do nothing. */
export function useOwnEntry(): OwnEntry {
  const from = useRef<string>(null);
  return {
    opens: (here) => {
      from.current = here;
    },
    closes: (to) => {
      if (from.current !== to) return false;
      from.current = null;
      history.back();
      return true;
    },
  };
}
