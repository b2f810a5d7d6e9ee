// What happens when another page has arrived: its name in the window's title, and the focus in its beginning.
import { useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** `main` takes the focus after each change of page (not of its search parameters, and not on the first). */
export function useArrival() {
  const main = useRef<HTMLElement>(null);
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title }) ?? 'Not found';
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef<string>(undefined);

  useEffect(() => {
    document.title = `${title} · Inferdeck`;
  }, [title]);

  useEffect(() => {
    const isFirst = before.current === undefined;
    before.current = pathname;
    if (!isFirst && pathname !== undefined) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return { main, title };
}
