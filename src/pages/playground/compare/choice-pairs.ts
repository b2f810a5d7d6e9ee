// Which choices of two answers are compared.

/** By index. */
export type ChoiceTexts = ReadonlyMap<number, string>;

interface ChoicePair {
  readonly index: number;
  /** Of the first answer. */
  readonly against: number;
  readonly first: string;
  readonly second: string;
}

/** Each choice of the second answer with the same one of the first, or else with its first one. Neither is empty. */
export function pairChoices(first: ChoiceTexts, second: ChoiceTexts): readonly ChoicePair[] {
  const lowest = Math.min(...first.keys());
  return [...second]
    .toSorted(([one], [other]) => one - other)
    .map(([index, text]) => {
      const against = first.has(index) ? index : lowest;
      return { index, against, first: first.get(against) ?? '', second: text };
    });
}
