// The part of a strand's text that its row shows while it is closed.
import { toVisibleToken } from '#pages/playground/tokens/visible-text.ts';

/** Characters that three lines hold at most. */
const shownLength = 400;

/** Characters that are kept before what was searched for. */
const leadLength = 60;

/** The beginning of a text, or the part around what is searched; the three parts stand one after the other. */
export interface Excerpt {
  readonly before: string;
  /** The first place that holds what is searched; empty where there is none. */
  readonly hit: string;
  readonly after: string;
  readonly isEmpty: boolean;
}

/**
 * White space at the beginning is left out, so that rows stand in line; a text of nothing else is shown as signs.
 * @param wanted capitals or not; empty for none
 */
export function excerptOf(whole: string, wanted: string): Excerpt {
  const isEmpty = whole === '';
  const text = whole.trimStart();
  if (text === '') return { before: toVisibleToken(cut(whole, 0, shownLength)), hit: '', after: '', isEmpty };
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at === -1) return { before: cut(text, 0, shownLength), hit: '', after: '', isEmpty };
  const from = Math.max(0, at - leadLength);
  const end = at + wanted.length;
  return {
    before: `${from > 0 ? '… ' : ''}${text.slice(from, at)}`,
    hit: text.slice(at, end),
    after: cut(text, end, end + shownLength),
    isEmpty,
  };
}

function cut(text: string, from: number, to: number): string {
  return to < text.length ? `${text.slice(from, to)} …` : text.slice(from);
}
