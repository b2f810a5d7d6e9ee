// What the address of the playground says besides its path: which view is open. A word that is not known changes nothing.

/** The ways to work with a prompt. */
export const playgroundViews = ['write', 'compare', 'data', 'labs'] as const;

/** One of them. */
export type PlaygroundView = (typeof playgroundViews)[number];

/** The part of the address behind `?`; absent is "as it comes": the view `write`, the first lab. */
export interface PlaygroundSearch {
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
