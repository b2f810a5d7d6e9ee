// What the address of the playground says besides its path: which view is open. A word that is not known changes nothing.

/** The ways to work with a prompt. */
export const playgroundViews = ['write', 'compare', 'data', 'labs'] as const;

/** One of them. */
export type PlaygroundView = (typeof playgroundViews)[number];

/** The part of the address behind `?`; absent is "as it comes": the view `write`, the first lab. */
export interface PlaygroundSearch {
  readonly view?: PlaygroundView;
  readonly lab?: string;
}

/** Reads an address with care: it may have been typed, cut off, or written by an older build. Never throws. */
export function readPlaygroundSearch(raw: Readonly<Record<string, unknown>>): PlaygroundSearch {
  const view = playgroundViews.find((each) => each === raw['view']);
  const lab = raw['lab'];
  return {
    ...(view !== undefined && view !== 'write' && { view }),
    ...(typeof lab === 'string' && lab !== '' && { lab }),
  };
}
