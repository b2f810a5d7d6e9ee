// The cache of what services answered, and the rules of asking again.
import { QueryClient } from '@tanstack/react-query';

/** A failed query is not repeated by itself: whoever shows it decides, and a refusal must not become a loop. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
});
