// Whether the page was opened by a link that holds a draft: looked at once, and again when a link is pasted.
import { useEffect, useState } from 'react';

/** A link that was opened; the same link, opened again, has another number. */
interface OpenedLink {
  readonly fragment: string;
  readonly number: number;
}

/** The link that holds a draft, or null; it is taken out of the address by `clearLinkFragment`. */
export function useOpenedLink(): OpenedLink | null {
  const [opened, setOpened] = useState(() => readOpened(null));
  useEffect(() => {
    const handleChange = () => setOpened(readOpened);
    addEventListener('hashchange', handleChange);
    return () => removeEventListener('hashchange', handleChange);
  }, []);
  return opened;
}

/** Takes the draft out of the address: a reload is not to undo what was typed since. */
export function clearLinkFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

function readOpened(before: OpenedLink | null): OpenedLink | null {
  return location.hash.startsWith(linkMark)
    ? { fragment: location.hash, number: (before?.number ?? 0) + 1 }
    : before;
}

/** The beginning of such a fragment. */
export const linkMark = '#draft=';
