// The part of an output that a search is about.
import { oneLine } from './describe-state.ts';
import { wordsOf } from './search-states.ts';

/** Characters shown before the found word. */
const before = 16;

/** The text in parts: every second one is a word of the search, the others are what lies between. */
export function splitAtWords(text: string, search: string): readonly string[] {
  const words = wordsOf(search).map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'iu'));
}

/** The words around the first place that holds a word of the search; empty where none does, or nothing is searched. */
export function snippetOf(texts: readonly string[], search: string): string {
  const words = wordsOf(search);
  for (const text of texts) {
    const lower = text.toLowerCase();
    const place = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at !== -1));
    if (!Number.isFinite(place)) continue;
    return place <= before
      ? oneLine(text)
      : `…${oneLine(text.slice(text.indexOf(' ', place - before) + 1 || place))}`;
  }
  return '';
}
