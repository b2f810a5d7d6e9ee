// App root: query cache and router.
import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { type AroundNavHandler, Router } from 'wouter';
import { liveConnectionIds } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { Shell } from './Shell.tsx';

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
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
});

// Query keys begin with a connection's id, which changes with its address and token: stale caches are
// dropped.
useConnections.subscribe((state) => {
  const live = new Set<unknown>(liveConnectionIds(state));
  queryClient.removeQueries({ predicate: ({ queryKey }) => !live.has(queryKey[0]) });
});
