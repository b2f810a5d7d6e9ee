// Routes: a lazy chunk per page, preloaded from its link.
import { type ReactNode, use, useDeferredValue, useMemo } from 'react';
import { Link, Redirect } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { addressOf, paths, readSearch } from '#lib/address.ts';
import { chunk } from '#ui/lazy-part.ts';
import { linkLook } from '#ui/Field.tsx';
import { Empty } from '#ui/States.tsx';
import { pagePatterns } from './page-patterns.ts';

interface PageProps {
  /** As in the address, encoded. */
  readonly pathname: string;
  /** The query, with `?`. */
  readonly query: string;
}

interface Loaded {
  /** What the page draws after its first paint. */
  readonly loadRest?: () => Promise<unknown>;
}

interface Route {
  readonly title: string;
  readonly pattern: RegExp;
  readonly load: () => Promise<Loaded>;
  readonly Page: (props: PageProps) => ReactNode;
}

type Written<Search> = { readonly [Key in keyof Search]: string | number | undefined };

interface Visit<Search> {
  /** The part of the path in brackets, decoded. */
  readonly id: string;
  readonly search: Search;
  /** From the latest search; its result is read, too. Does nothing when the page has been left. */
  readonly changeSearch: (change: (before: Search) => object, how?: 'push' | 'replace') => void;
}

/** What the file of a page exports beside it. */
interface PageModule<Search> extends Loaded {
  /** Of an address or of a change; never throws. */
  readonly readSearch: (raw: Readonly<Record<string, unknown>>) => Search;
}

interface RouteParts<Module, Search> {
  readonly title: string;
  readonly pattern: RegExp;
  readonly load: () => Promise<Module & PageModule<Search>>;
  readonly render: (module: Module & PageModule<Search>, visit: Visit<Search>) => ReactNode;
}

function route<Module, Search extends Written<Search>>(parts: RouteParts<Module, Search>): Route {
  const { title, pattern, render } = parts;
  let loaded: (Module & PageModule<Search>) | null = null;
  let pending: Promise<Module & PageModule<Search>> | null = null;
  async function loadAgain() {
    try {
      loaded = await chunk(parts.load);
      return loaded;
    } finally {
      pending = null;
    }
  }
  const load = () => (pending ??= loadAgain());

  /** Without a hook after `use`: React counts wrong if the module arrives before it renders again. */
  function Page(props: PageProps) {
    return <Opened {...props} module={loaded ?? use(load())} />;
  }

  function Opened({ pathname, query, module }: PageProps & { module: Module & PageModule<Search> }) {
    const read = module.readSearch;
    const search = useMemo(() => read(readSearch(query)), [query, read]);
    return render(module, {
      id: decoded(pattern.exec(pathname)?.[1] ?? ''),
      search,
      changeSearch: (change, how) => {
        if (location.pathname !== pathname) return;
        const address = addressOf(pathname, read({ ...change(read(readSearch(location.search))) }));
        if (address === location.pathname + location.search) return;
        // The same page: its table stays where it is scrolled to.
        const state: unknown = history.state;
        navigate(address, { replace: how === 'replace', state });
      },
    });
  }
  return { title, pattern, load, Page };
}

/** A malformed `%` stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const routes: readonly Route[] = [
  route({
    title: 'Playground',
    pattern: pagePatterns.PlaygroundPage,
    load: () => import('#pages/playground/PlaygroundPage.tsx'),
    render: ({ PlaygroundPage }, { search, changeSearch }) => (
      <PlaygroundPage
        search={search}
        changeSearch={(change, how) => changeSearch((before) => ({ ...before, ...change }), how)}
      />
    ),
  }),
  {
    title: 'Playground',
    // The address one would guess.
    pattern: /^\/playground\/?$/,
    load: () => Promise.resolve({}),
    Page: ({ query }) => (
      <Redirect to={addressOf(paths.playground, readSearch(query)) + location.hash} replace />
    ),
  },
  route({
    title: 'Models',
    pattern: pagePatterns.ModelsPage,
    load: () => import('#pages/models/ModelsPage.tsx'),
    render: ({ ModelsPage }, visit) => <ModelsPage {...visit} act={<OpenPlayground />} />,
  }),
  route({
    title: 'Hardware',
    pattern: pagePatterns.HardwarePage,
    load: () => import('#pages/hardware/HardwarePage.tsx'),
    render: ({ HardwarePage }, visit) => <HardwarePage {...visit} act={<OpenPlayground />} />,
  }),
  route({
    title: 'Fine-tunes',
    pattern: pagePatterns.FineTunesPage,
    load: () => import('#pages/fine-tunes/list/FineTunesPage.tsx'),
    render: ({ FineTunesPage }, { search, changeSearch }) => (
      <FineTunesPage
        search={search}
        changeSearch={(next, how) => changeSearch(() => next, how)}
        act={<OpenPlayground />}
      />
    ),
  }),
  route({
    title: 'Log files',
    pattern: pagePatterns.LocalPage,
    load: () => import('#pages/fine-tunes/list/LocalPage.tsx'),
    render: ({ LocalPage }, { search, changeSearch }) => (
      <LocalPage
        search={search}
        changeSearch={(change, how) => changeSearch((before) => ({ ...before, ...change }), how)}
      />
    ),
  }),
  route({
    title: 'Fine-tune',
    pattern: pagePatterns.FineTunePage,
    load: () => import('#pages/fine-tunes/job/FineTunePage.tsx'),
    render: ({ FineTunePage }, { id, search, changeSearch }) => (
      <FineTunePage
        id={id}
        search={search}
        changeSearch={(change, how) => changeSearch((before) => ({ ...before, ...change }), how)}
      />
    ),
  }),
  route({
    title: 'Jobs',
    pattern: pagePatterns.JobsPage,
    load: () => import('#pages/jobs/JobsPage.tsx'),
    render: ({ JobsPage }, visit) => <JobsPage {...visit} />,
  }),
  route({
    title: 'Job',
    pattern: pagePatterns.JobPage,
    load: () => import('#pages/jobs/JobPage.tsx'),
    render: ({ JobPage }, { id, search, changeSearch }) => (
      <JobPage
        jobId={id}
        search={search}
        changeSearch={(change, how) => changeSearch((before) => ({ ...before, ...change }), how)}
      />
    ),
  }),
];

const notFound: Route = {
  title: 'Not found',
  pattern: /(?:)/,
  load: () => Promise.resolve({}),
  // The address is shown, so that a typo is visible.
  Page: ({ pathname }) => (
    <div className="p-6">
      <Empty title="Page not found" act={<OpenPlayground />}>
        <p>
          There is no page at <code className="text-dense wrap-anywhere">{pathname}</code>.
        </p>
      </Empty>
    </div>
  ),
};

/** A link styled as a button: it can be opened in another tab. */
function OpenPlayground() {
  return (
    <Link href={paths.playground} className={linkLook}>
      Open the playground
    </Link>
  );
}

export function routeOf(pathname: string): Route {
  return routes.find(({ pattern }) => pattern.test(pathname)) ?? notFound;
}

/** The page stays visible while the code of the next one loads; its own search changes at once. */
export function useRoute(): PageProps & Pick<Route, 'title' | 'Page'> {
  const [pathname, query] = [usePathname(), useSearch()];
  const here = useMemo(() => ({ pathname, query }), [pathname, query]);
  const before = useDeferredValue(here);
  const shown = before.pathname === pathname ? here : before;
  const { title, Page } = routeOf(shown.pathname);
  return { ...shown, title, Page };
}

/** Loads the code of a link's page before it is pressed. */
export function preloadLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (link instanceof HTMLAnchorElement && link.origin === location.origin)
    routeOf(link.pathname)
      .load()
      .then(({ loadRest }) => loadRest?.())
      .catch(() => undefined);
}
