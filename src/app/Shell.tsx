// What surrounds every page: skip link, top bar, the page, the bar of a phone, the command palette.
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { chunk } from '#ui/chunk.ts';
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { TopBar } from './TopBar.tsx';
import { useArrival } from './use-arrival.ts';
import { usePaletteKey } from './use-palette-key.ts';

const CommandPalette = lazy(async () => ({
  default: (await chunk(() => import('./CommandPalette.tsx'))).CommandPalette,
}));

/** The page fills what the bars leave; whatever scrolls, scrolls inside it. */
export function Shell() {
  const { main, title } = useArrival();
  useEffect(() => {
    // Nobody moves the focus before the page is there; without this part the browser does what it always did.
    const end = import('#ui/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined);
    return () => void end.then((stop) => stop?.());
  }, []);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  usePaletteKey(() => setPaletteOpen((isOpen) => !isOpen));
  const closePalette = () => setPaletteOpen(false);
  return (
    <div data-shell="" className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
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
      <TopBar onPalette={() => setPaletteOpen(true)} />
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
        <PanelBoundary name="This page">
          <Outlet />
        </PanelBoundary>
      </main>
      <nav
        aria-label="Pages"
        className="flex h-13 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] tablet:hidden"
      >
        <SectionLinks place="bottom" />
      </nav>
      {isPaletteOpen && (
        <LazyDialog title="Commands" look="bare" onClose={closePalette}>
          <PanelBoundary name="The list of commands">
            <Suspense
              fallback={
                <div className="p-3">
                  <Loading rows={8} />
                </div>
              }
            >
              <CommandPalette onDone={closePalette} />
            </Suspense>
          </PanelBoundary>
        </LazyDialog>
      )}
    </div>
  );
}
