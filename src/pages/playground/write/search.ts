// Playground URL search params.
import { createContext, use } from 'react';

const playgroundViews = ['write', 'compare', 'data', 'labs'] as const;

export type PlaygroundView = (typeof playgroundViews)[number];

/** Default `view` is `write`, default `lab` the first. */
interface PlaygroundSearch {
  readonly view?: PlaygroundView;
  readonly lab?: string;
  /** Moved into the draft at once. */
  readonly model?: string;
}

/** Tolerates typed, truncated or older addresses. Never throws. */
export function readPlaygroundSearch(raw: Readonly<Record<string, unknown>>): PlaygroundSearch {
  const view = playgroundViews.find((each) => each === raw['view']);
  const lab = wordOf(raw['lab']);
  const model = wordOf(raw['model']);
  return {
    ...(view !== undefined && view !== 'write' && { view }),
    ...(lab !== null && { lab }),
    ...(model !== null && { model }),
  };
}

// A link may pass an all-digit model as a number.
function wordOf(value: unknown): string | null {
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' && word !== '' ? word : null;
}

/** undefined removes a part. */
export interface SearchState {
  readonly search: PlaygroundSearch;
  readonly changeSearch: (
    change: { readonly [Key in keyof PlaygroundSearch]: PlaygroundSearch[Key] | undefined },
    /** `replace` adds no history entry. */
    how?: 'push' | 'replace',
  ) => void;
}

export const SearchContext = createContext<SearchState>({ search: {}, changeSearch: () => undefined });

export function useSearchState(): SearchState {
  return use(SearchContext);
}
