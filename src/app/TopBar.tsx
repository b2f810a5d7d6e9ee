// Top bar: logo, navigation links, command button, connection pill.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { ConnectionPill } from '#connection/ConnectionPill.tsx';
import { useConnectionCheck } from '#connection/use-client.ts';
import { addressOf, paths, readSearch } from '#lib/address.ts';
import { leftLists } from '#lib/left-lists.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { barLooks, sections } from './static-bars.ts';

const RunningCount = lazy(async () => {
  // Deferred, so that the page's own code and data come first; without it only a count is missing.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return import('./RunningCount.tsx').then(
    (part) => ({ default: part.RunningCount }),
    () => ({ default: () => null }),
  );
});

const runningCount = (
  <span className="hidden desk:inline">
    <Suspense>
      <RunningCount />
    </Suspense>
  </span>
);

/** 44 px high; on a phone the navigation is in the bottom bar. */
export function TopBar({ onPalette }: { onPalette: () => void }) {
  const check = useConnectionCheck();
  return (
    <header className={barLooks.header}>
      <Link href={paths.playground} className={barLooks.home}>
        <Mark />
        Inferdeck
      </Link>
      <nav aria-label="Pages" className={barLooks.nav}>
        <SectionLinks
          place="top"
          counts={{ Models: shortCount(check.modelCount), 'Fine-tunes': runningCount }}
        />
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-3">
        <button
          type="button"
          onClick={onPalette}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          className="grid h-control min-w-control shrink-0 place-items-center rounded-control text-muted hover:text-text"
        >
          <span className="sr-only">Commands</span>
          <Kbd keys="Mod+K" />
          <Icon name="search" className="hidden pointer-coarse:block" />
        </button>
        <ConnectionPill check={check} />
      </div>
    </header>
  );
}

/** Three characters: more would cover the next title. */
function shortCount(count: number | undefined) {
  return count !== undefined && count > 999 ? `${Math.round(count / 1000)}K` : count;
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="shrink-0">
      <rect x="0" y="2.5" width="16" height="2.5" rx="0.6" fill="var(--act)" />
      <rect x="0" y="6.75" width="11" height="2.5" rx="0.6" fill="var(--series-2)" />
      <rect x="0" y="11" width="6.5" height="2.5" rx="0.6" fill="var(--act)" />
    </svg>
  );
}

interface SectionLinksProps {
  place: 'top' | 'bottom';
  /** Live counts by page title; nothing while unknown. */
  counts?: Readonly<Record<string, ReactNode>>;
}

const listPaths: ReadonlySet<string> = new Set([paths.models, paths.hardware, paths.fineTunes]);

/**
 * A count is above the end of its title and takes no room. The link of the current page resets its list; from
 * another view of the hardware it leads there with what is entered.
 */
export function SectionLinks({ place, counts }: SectionLinksProps) {
  const pathname = usePathname();
  const query = useSearch();
  useEffect(() => {
    if (listPaths.has(pathname)) leftLists.set(pathname, { ...readSearch(query), prices: undefined });
  }, [pathname, query]);
  const { view, ...entered } = readSearch(query);
  const here = view && pathname === paths.hardware ? entered : {};
  return sections.map(({ path, title }) => (
    <Link
      key={path}
      href={addressOf(path, path === pathname ? here : leftLists.get(path))}
      aria-current={isWithin(path, pathname) ? 'page' : undefined}
      className={`${barLooks.link} ${barLooks[place]}`}
    >
      {/* The strong form lies under the plain one, so that becoming current moves no neighbour. */}
      <span className="grid">
        <span className="col-start-1 row-start-1 text-center">{title}</span>
        <span aria-hidden="true" className="invisible col-start-1 row-start-1 font-strong">
          {title}
        </span>
      </span>
      {counts && title in counts && (
        <span className="relative w-0">
          <span className="absolute bottom-0 left-0 text-label font-regular text-faint">{counts[title]}</span>
        </span>
      )}
    </Link>
  ));
}

function isWithin(path: string, pathname: string): boolean {
  return pathname === path || (path !== paths.playground && pathname.startsWith(`${path}/`));
}
