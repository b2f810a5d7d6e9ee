// Hook for a draft link in location.hash.
import { useEffect, useState } from 'react';

/** Opening the same link again gives a new number. */
interface OpenedLink {
  readonly fragment: string;
  readonly number: number;
}

/** Stays after `clearLinkFragment`. */
export function useOpenedLink(): OpenedLink | null {
  const [opened, setOpened] = useState(() => readOpened(null));
  useEffect(() => {
    const handleChange = () => setOpened(readOpened);
    addEventListener('hashchange', handleChange);
    return () => removeEventListener('hashchange', handleChange);
  }, []);
  return opened;
}

/** A reload must not overwrite later edits. */
export function clearLinkFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

function readOpened(before: OpenedLink | null): OpenedLink | null {
  return location.hash.startsWith(linkMark)
    ? { fragment: location.hash, number: (before?.number ?? 0) + 1 }
    : before;
}

export const linkMark = '#draft=';
