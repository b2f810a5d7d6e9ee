// The page's address within the page: read and changed anywhere, kept by the router.
import { createContext, use } from 'react';
import type { PlaygroundSearch } from './search.ts';

/** The address, and how it is changed; a part that is undefined leaves it. */
export interface SearchState {
  readonly search: PlaygroundSearch;
  readonly changeSearch: (
    change: { readonly [Key in keyof PlaygroundSearch]: PlaygroundSearch[Key] | undefined },
    /** `replace`: going back does not lead to the address before. */
    how?: 'push' | 'replace',
  ) => void;
}

/** Given by PlaygroundPage. */
export const SearchContext = createContext<SearchState>({ search: {}, changeSearch: () => undefined });

/** The address of the playground. */
export function useSearchState(): SearchState {
  return use(SearchContext);
}
