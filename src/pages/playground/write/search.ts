// What the address of the playground says besides its path: which view is open. A word that is not known changes nothing.
import { createContext, use } from 'react';

/** The ways to work with a prompt. */
const playgroundViews = ['write', 'compare', 'data', 'labs'] as const;

/** One of them. */
export type PlaygroundView = (typeof playgroundViews)[number];

/** The part of the address behind `?`; absent is "as it comes": the view `write`, the first lab. */
interface PlaygroundSearch {
  readonly view?: PlaygroundView;
  readonly lab?: string;
  /** A model to ask, set by a link from another page; it moves into the draft at once. */
  readonly model?: string;
}

/** Reads an address with care: it may have been typed, cut off, or written by an older build. Never throws. */
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

// The router reads digits as a number, and a model may be named so.
function wordOf(value: unknown): string | null {
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' && word !== '' ? word : null;
}

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
