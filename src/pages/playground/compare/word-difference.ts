// Two texts word by word: what both have, what only one has.
import { diffWordsWithSpace } from 'diff';

/** A stretch of text. */
interface Stretch {
  /** Offset in all stretches together: unlike the text, it is there once. */
  readonly start: number;
  readonly text: string;
  readonly in: 'both' | 'first' | 'second';
}

/** More words that differ than this are not worth to be shown one by one, and take longer than a click may. */
const wordLimit = 1000;

/** The stretches in order; null where the texts differ too much to be worth it. */
export function wordDifference(first: string, second: string): readonly Stretch[] | null {
  const found = diffWordsWithSpace(first, second, { maxEditLength: wordLimit });
  if (found === undefined) return null;
  let end = 0;
  return found.map(({ value, added, removed }) => {
    const start = end;
    end += value.length;
    return { start, text: value, in: added ? 'second' : removed ? 'first' : 'both' };
  });
}
