// Whether the page was opened by a link that holds a draft: looked at once, and again when a link is pasted.
import { useEffect, useState } from 'react';
import { linkMark } from './link-mark.ts';

/** The fragment that holds a draft, or null; it is taken out of the address by `clearLinkFragment`. */
export function useLinkFragment(): string | null {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    const handleChange = () => setFragment((before) => readFragment() ?? before);
    addEventListener('hashchange', handleChange);
    return () => removeEventListener('hashchange', handleChange);
  }, []);
  return fragment;
}

/** Takes the draft out of the address: a reload is not to undo what was typed since. */
export function clearLinkFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

function readFragment(): string | null {
  return location.hash.startsWith(linkMark) ? location.hash : null;
}
