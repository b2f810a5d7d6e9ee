// Playground URL search params: parse, context and hook.
import { createContext, use } from 'react';

const playgroundViews = ['write', 'compare', 'data', 'labs'] as const;

export type PlaygroundView = (typeof playgroundViews)[number];

/** An absent `view` is `write`, an absent `lab` the first. */
interface PlaygroundSearch {
  readonly view?: PlaygroundView;
  readonly lab?: string;
  /** Model set by a link from another page; moved into the draft at once. */
  readonly model?: string;
}

/** Unknown values are ignored: the address may be typed, truncated or from an older build. Never throws. */
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

// The router parses digits as a number, and a model may have such a name.
function wordOf(value: unknown): string | null {
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' && word !== '' ? word : null;
}

/** A part that is changed to undefined is removed from the address. */
export interface SearchState {
  readonly search: PlaygroundSearch;
  readonly changeSearch: (
    change: { readonly [Key in keyof PlaygroundSearch]: PlaygroundSearch[Key] | undefined },
    /** `replace` adds no history entry. */
    how?: 'push' | 'replace',
  ) => void;
}

/** Provided by PlaygroundPage. */
export const SearchContext = createContext<SearchState>({ search: {}, changeSearch: () => undefined });

export function useSearchState(): SearchState {
  return use(SearchContext);
}
