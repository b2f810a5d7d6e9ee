// App root: query cache, router, and the shell around pages.
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useLayoutEffect, useState, useRef } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { liveConnectionIds } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { LazyDialog, Opening } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { handleCommandKey, useCommands } from '#ui/commands.ts';
import { setWindowTitle } from '#ui/window-title.ts';
import { SectionLinks, TopBar } from './TopBar.tsx';
import { preloadLink, useRoute } from './routes.tsx';
import { barLooks } from './static-bars.ts';

const CommandList = lazyPart(() => import('./CommandPalette.tsx'), 'CommandList');

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Router aroundNav={addOnce}>
        <Shell />
      </Router>
    </QueryClientProvider>
  );
}

/** A link to the address at hand adds no entry to the browser's history. */
const addOnce: AroundNavHandler = (navigate, to, options) => {
  const isHere = to === location.pathname + location.search;
  navigate(to, { ...options, replace: isHere || options?.replace === true });
};

/** No automatic retry: the view decides, and a refusal must not become a loop. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A service on this machine needs no network.
      networkMode: 'always',
    },
    mutations: { retry: false },
  },
});

// A window beside others, such as a terminal, is never hidden: its focus counts, too.
focusManager.setEventListener((onFocus) => {
  const handle = () => onFocus();
  document.addEventListener('visibilitychange', handle);
  addEventListener('focus', handle);
  return () => {
    document.removeEventListener('visibilitychange', handle);
    removeEventListener('focus', handle);
  };
});

// Query keys begin with a connection's id, which changes with its address and token: stale caches are
// dropped.
useConnections.subscribe((state) => {
  const live = new Set<unknown>(liveConnectionIds(state));
  queryClient.removeQueries({ predicate: ({ queryKey }) => !live.has(queryKey[0]) });
});

/** The page fills the space between the bars; scrolling happens inside it. */
function Shell() {
  const { pathname, query, title, Page } = useRoute();
  const main = useArrival(title, pathname);
  // What is seen takes keys and focus: a passive effect would come a frame after it.
  useLayoutEffect(() => {
    // Lazy, loaded at the first focus; without it the browser's default behaviour remains.
    const load = (event: FocusEvent) => {
      const path = event.composedPath();
      void import('#ui/keep-focus.ts').then(({ keepFocus }) => keepFocus(path)).catch(() => undefined);
    };
    addEventListener('focusin', load, { once: true });
    addEventListener('keydown', handleCommandKey);
    const intents = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const intent of intents) addEventListener(intent, preloadLink, { passive: true });
    return () => {
      removeEventListener('focusin', load);
      removeEventListener('keydown', handleCommandKey);
      for (const intent of intents) removeEventListener(intent, preloadLink);
    };
  }, []);
  const [opened, setOpened] = useState<'commands' | 'keys' | null>(null);
  const openPalette = () => setOpened('commands');
  const close = () => setOpened(null);
  useCommands([
    {
      title: 'Commands',
      keys: 'Mod+K',
      isEverywhere: true,
      run: opened === 'commands' ? close : openPalette,
    },
    { title: 'Help: keyboard shortcuts', keys: '?', run: () => setOpened('keys') },
  ]);
  return (
    <div data-shell="" className={barLooks.shell}>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="absolute top-1 left-1 z-10 rounded-control bg-act-fill px-3 py-2 font-strong text-on-act not-focus:sr-only"
      >
        Skip to the page
      </a>
      <TopBar onPalette={openPalette} />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        aria-labelledby="page-title"
        className="relative min-h-0 overflow-auto outline-none"
      >
        <h1 id="page-title" className="sr-only">
          {title}
        </h1>
        <Suspense>
          <PanelBoundary key={pathname} name="This page">
            <Page pathname={pathname} query={query} />
          </PanelBoundary>
        </Suspense>
      </main>
      <nav aria-label="Pages" className={barLooks.phoneNav}>
        <SectionLinks place="bottom" />
      </nav>
      {opened !== null && (
        <LazyDialog
          key={opened}
          title={opened === 'keys' ? 'Keyboard shortcuts' : 'Commands'}
          look={opened === 'keys' ? 'plain' : 'bare'}
          onClose={close}
        >
          <PanelBoundary
            name="The list of commands"
            whileLoading={
              <div className="p-3">
                <Opening onClose={close} />
                <Loading rows={8} />
              </div>
            }
          >
            <CommandList of={opened} onDone={close} />
          </PanelBoundary>
        </LazyDialog>
      )}
    </div>
  );
}

/** Focuses `main` after each page change (not of search parameters, and not the first). */
function useArrival(title: string, pathname: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef<string>(undefined);

  useLayoutEffect(() => setWindowTitle(title), [title]);

  useLayoutEffect(() => {
    const isFirst = before.current === undefined;
    before.current = pathname;
    const box = main.current;
    if (box === null) return undefined;
    if (!isFirst) box.focus({ preventScroll: true });
    // Lazy; without it the page is at its top.
    const kept = import('#ui/kept-scroll.ts').then(
      ({ keepScroll }) => keepScroll(box, 'page'),
      () => undefined,
    );
    return () => void kept.then((end) => end?.());
  }, [pathname]);

  return main;
}
