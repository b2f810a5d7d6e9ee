// Playground URL search params: parse, context and hook.
import { createContext, use } from 'react';

const playgroundViews = ['write', 'compare', 'data', 'labs'] as const;

export type PlaygroundView = (typeof playgroundViews)[number];

/** An absent `view` is `write`, an absent `lab` the first. */
interface PlaygroundSearch {
  readonly view?: PlaygroundView;
  readonly lab?: string;
  /** Moved into the draft at once. */
  readonly model?: string;
}

/** Ignores unknown values: the address may be typed, truncated or from an older build. Never throws. */
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

// A model may have digits for its name, and a link may pass them as a number.
function wordOf(value: unknown): string | null {
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' && word !== '' ? word : null;
}

/** undefined removes a part from the address. */
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
