// Routes: a lazy chunk per page, preloaded on hover.
import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  redirect,
} from '@tanstack/react-router';
import { readFineTuneSearch, readFineTunesSearch } from '#pages/fine-tunes/search.ts';
import { readJobSearch, readJobsSearch } from '#pages/jobs/search.ts';
import { readPlaygroundSearch } from '#pages/playground/write/search.ts';
import { chunk } from '#ui/chunk.ts';
import { NotFound, OpenPlayground, RouteFailure } from './NotFound.tsx';
import { Shell } from './Shell.tsx';
import { paths, shortParams } from './paths.ts';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const playgroundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.playground,
  staticData: { title: 'Playground' },
  validateSearch: readPlaygroundSearch,
  loader: () => chunk(() => import('#pages/playground/PlaygroundPage.tsx')),
  component: function Playground() {
    const { PlaygroundPage } = playgroundRoute.useLoaderData();
    const search = playgroundRoute.useSearch();
    const navigate = playgroundRoute.useNavigate();
    return (
      <PlaygroundPage
        search={search}
        changeSearch={(change, how) =>
          void navigate({
            search: (before) => readPlaygroundSearch({ ...before, ...change }),
            replace: how === 'replace',
          })
        }
      />
    );
  },
});

/** The address one would guess. */
const playgroundByName = createRoute({
  getParentRoute: () => rootRoute,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: paths.playground, search, replace: true });
  },
});

const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.models,
  staticData: { title: 'Models' },
  validateSearch: shortParams,
  loader: () => chunk(() => import('#pages/models/ModelsPage.tsx')),
  component: function Models() {
    const { ModelsPage } = modelsRoute.useLoaderData();
    const search = modelsRoute.useSearch();
    const navigate = modelsRoute.useNavigate();
    return (
      <ModelsPage
        search={search}
        changeSearch={(change, how) => void navigate({ search: change, replace: how === 'replace' })}
        act={<OpenPlayground />}
      />
    );
  },
});

const hardwareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.hardware,
  staticData: { title: 'Hardware' },
  validateSearch: shortParams,
  loader: () => chunk(() => import('#pages/hardware/HardwarePage.tsx')),
  component: function Hardware() {
    const { HardwarePage } = hardwareRoute.useLoaderData();
    const search = hardwareRoute.useSearch();
    const navigate = hardwareRoute.useNavigate();
    return (
      <HardwarePage
        search={search}
        changeSearch={(change, how) => void navigate({ search: change, replace: how === 'replace' })}
        act={<OpenPlayground />}
      />
    );
  },
});

const fineTunesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.fineTunes,
  staticData: { title: 'Fine-tunes' },
  validateSearch: readFineTunesSearch,
  loader: () => chunk(() => import('#pages/fine-tunes/list/FineTunesPage.tsx')),
  component: function FineTunes() {
    const { FineTunesPage } = fineTunesRoute.useLoaderData();
    const navigate = fineTunesRoute.useNavigate();
    return (
      <FineTunesPage
        search={fineTunesRoute.useSearch()}
        changeSearch={(search, how) => void navigate({ search, replace: how === 'replace' })}
        act={<OpenPlayground />}
      />
    );
  },
});

const localLogsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.localLogs,
  staticData: { title: 'Log files' },
  validateSearch: readFineTuneSearch,
  loader: () => chunk(() => import('#pages/fine-tunes/local-files/LocalPage.tsx')),
  component: function LocalLogs() {
    const { LocalPage } = localLogsRoute.useLoaderData();
    const navigate = localLogsRoute.useNavigate();
    return (
      <LocalPage
        search={localLogsRoute.useSearch()}
        changeSearch={(change, how) =>
          void navigate({
            search: (before) => readFineTuneSearch({ ...before, ...change }),
            replace: how === 'replace',
          })
        }
      />
    );
  },
});

const fineTuneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.fineTune,
  staticData: { title: 'Fine-tune' },
  validateSearch: readFineTuneSearch,
  loader: () => chunk(() => import('#pages/fine-tunes/job/FineTunePage.tsx')),
  component: function FineTune() {
    const { FineTunePage } = fineTuneRoute.useLoaderData();
    const { id } = fineTuneRoute.useParams();
    const search = fineTuneRoute.useSearch();
    const navigate = fineTuneRoute.useNavigate();
    return (
      <FineTunePage
        key={id}
        id={id}
        search={search}
        changeSearch={(change, how) =>
          void navigate({
            search: (before) => readFineTuneSearch({ ...before, ...change }),
            replace: how === 'replace',
          })
        }
      />
    );
  },
});

const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.jobs,
  staticData: { title: 'Jobs' },
  validateSearch: readJobsSearch,
  loader: () => chunk(() => import('#pages/jobs/JobsPage.tsx')),
  component: function Jobs() {
    const { JobsPage } = jobsRoute.useLoaderData();
    const search = jobsRoute.useSearch();
    const navigate = jobsRoute.useNavigate();
    return (
      <JobsPage
        search={search}
        changeSearch={(change, how) =>
          void navigate({
            search: (before) => readJobsSearch({ ...change(before) }),
            replace: how === 'replace',
          })
        }
        act={<OpenPlayground />}
      />
    );
  },
});

const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.job,
  staticData: { title: 'Job' },
  validateSearch: readJobSearch,
  loader: () => chunk(() => import('#pages/jobs/JobPage.tsx')),
  component: function Job() {
    const { JobPage } = jobRoute.useLoaderData();
    const { jobId } = jobRoute.useParams();
    const search = jobRoute.useSearch();
    const navigate = jobRoute.useNavigate();
    return (
      <JobPage
        key={jobId}
        jobId={jobId}
        search={search}
        changeSearch={(change, how) =>
          void navigate({
            search: (before) => readJobSearch({ ...before, ...change }),
            replace: how === 'replace',
          })
        }
      />
    );
  },
});

/** The page stays visible while the next one loads. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    playgroundRoute,
    playgroundByName,
    modelsRoute,
    hardwareRoute,
    fineTunesRoute,
    localLogsRoute,
    fineTuneRoute,
    jobsRoute,
    jobRoute,
  ]),
  // Characters allowed in a query are left unescaped, for readable lists and ids.
  stringifySearch: (search) =>
    defaultStringifySearch(withBareNumbers(search)).replaceAll(/%(?:2C|2F|3A)/g, decodeURIComponent),
  defaultPreload: 'intent',
  defaultStaleTime: Infinity,
  defaultErrorComponent: RouteFailure,
});

/** Filters are strings, and digits need no quotes: tables turn numbers back into strings. */
function withBareNumbers(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(search).map(([name, value]) => {
    const isBare =
      /^(?:[hm]\.)?f\./.test(name) && typeof value === 'string' && String(Number(value)) === value;
    return [name, isBare ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** For the window title and screen readers. */
    title?: string;
  }
}
