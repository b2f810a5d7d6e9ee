// An array that is made anew on every draw, kept while its elements are the same ones.
import { useState } from 'react';

/** The array of an earlier draw where it holds the same elements in the same order. */
export function useSameArray<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, index) => item === items[index]);
  if (isSame) return kept;
  setKept(items);
  return items;
}
