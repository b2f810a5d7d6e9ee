// Hooks for a value in location.hash: opened link, own link.
import { useEffect, useState } from 'react';

/** Opening the same link again gives a new number. */
export interface OpenedLink {
  readonly fragment: string;
  readonly number: number;
}

/** The last that began with `#<name>=`; stays when the address loses it. */
export function useOpenedLink(name: string): OpenedLink | null {
  const [opened, setOpened] = useState(() => readOpened(name, null));
  useEffect(() => {
    const handleChange = () => setOpened((before) => readOpened(name, before));
    addEventListener('hashchange', handleChange);
    return () => removeEventListener('hashchange', handleChange);
  }, [name]);
  return opened;
}

function readOpened(name: string, before: OpenedLink | null): OpenedLink | null {
  return location.hash.startsWith(`#${name}=`)
    ? { fragment: location.hash, number: (before?.number ?? 0) + 1 }
    : before;
}

/** Empty until written. */
export function useWrittenFragment<T>(write: (value: T) => Promise<string>, value: T): string {
  const [fragment, setFragment] = useState('');
  useEffect(() => {
    let isGone = false;
    const make = async () => {
      const written = await write(value);
      if (!isGone) setFragment(written);
    };
    // In a task of its own: the first compression of a page takes 40 ms.
    const timer = setTimeout(() => void make());
    return () => {
      clearTimeout(timer);
      isGone = true;
    };
  }, [write, value]);
  return fragment;
}
