// Finding whole words of a list in text, complete or still growing.

/** A search for the words of one list, whole and without regard to case. */
export interface WordSearch {
  /** Position of the first listed word in a text that will not grow any more, or -1. */
  find(text: string): number;
  /**
   * The same for a text that may grow: a word at the very end does not count yet. `safe` is the length of the part
   * that no later text can turn into a listed word.
   */
  findGrowing(text: string): { readonly found: number; readonly safe: number };
  /** As much of the end of a text that has passed as later text must be judged with. */
  lastWord(text: string): string;
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LAST_WORD = /[\p{L}\p{M}\p{N}_]*$/u;

/** The words are given in lower case; each is one run of letters, digits and underscores. */
export function searchWords(words: readonly string[]): WordSearch {
  const listed = new Set(words);
  const longest = Math.max(0, ...words.map((word) => word.length));
  const first = (text: string, end: number) => {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (index + word.length <= end && listed.has(word.toLowerCase())) return index;
    }
    return -1;
  };
  return {
    // One letter more than the longest listed word is enough to see that a word is none of them.
    lastWord: (text) => lastWord(text).slice(-longest - 1),
    find: (text) => first(text, text.length),
    findGrowing(text) {
      const tail = lastWord(text);
      const found = first(text, tail === '' ? text.length : text.length - 1);
      const mayGrow = tail !== '' && words.some((word) => word.startsWith(tail.toLowerCase()));
      return { found, safe: mayGrow ? text.length - tail.length : text.length };
    },
  };
}

function lastWord(text: string): string {
  return LAST_WORD.exec(text)?.[0] ?? '';
}
