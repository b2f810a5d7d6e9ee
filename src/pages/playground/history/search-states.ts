// Search of history states.
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { byTime, type Tree } from './tree.ts';
import type { HistoryNode } from './node.ts';
import { oneLine, isCut, ratingWords } from './summary.ts';

export interface SearchResult {
  /** Newest first. */
  readonly states: readonly HistoryNode[];
  /** Whole outputs read, of `count`. */
  readonly readCount: number;
  readonly count: number;
  /** Only their summaries were searched. */
  readonly unreadCount: number;
}

interface SearchParts {
  readonly outputsOf: (id: string) => Promise<readonly string[] | null>;
  /** After the summaries, then repeatedly. */
  readonly say: (result: SearchResult) => void;
  readonly signal: AbortSignal;
}

/** Between results. */
const everyMs = 200;

/** Matches every word in all sessions. Reads whole outputs only where the summary does not match. */
export async function searchStates(
  tree: Tree,
  text: string,
  { outputsOf, say, signal }: SearchParts,
): Promise<void> {
  const words = wordsOf(text);
  const yieldToPage = createYieldToPage();
  const states = tree.all().toSorted((one, other) => byTime(other, one));
  const found = new Set<HistoryNode>();
  const cut: HistoryNode[] = [];
  for (const state of states) {
    if (holds(state, words, state.run?.outputs ?? [])) found.add(state);
    else if (state.run !== null && isCut(state.run)) cut.push(state);
    await yieldToPage();
    if (signal.aborted) return;
  }
  let readCount = 0;
  let unreadCount = 0;
  let saidMs = performance.now();
  const sayNow = () => {
    saidMs = performance.now();
    const list = states.filter((state) => found.has(state));
    say({ states: list, readCount, count: cut.length, unreadCount });
  };
  sayNow();
  for (const state of cut) {
    const outputs = await outputsOf(state.id);
    if (signal.aborted) return;
    if (outputs === null) unreadCount += 1;
    else readCount += 1;
    if (outputs !== null && holds(state, words, outputs)) found.add(state);
    if (performance.now() - saidMs >= everyMs) sayNow();
  }
  if (cut.length > 0) sayNow();
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function holds(
  { name, note, rating, draft, run }: HistoryNode,
  words: readonly string[],
  outputs: readonly string[],
): boolean {
  const texts = [
    name,
    note,
    rating === null ? '' : ratingWords[rating],
    draft.prompt,
    run?.model ?? draft.model,
    run?.prompt ?? '',
    ...outputs,
  ];
  // The long outputs come last.
  return words.every((word) => texts.some((each) => each.toLowerCase().includes(word)));
}

const before = 16;

/** Odd indexes are matches. */
export function splitAtWords(text: string, search: string): readonly string[] {
  const words = wordsOf(search).map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'iu'));
}

/** Around the first match in the first of the texts that hold most of the words, or empty. */
function snippetOf(texts: readonly string[], search: string): string {
  const words = wordsOf(search);
  const matches = texts.flatMap((text) => {
    const lower = text.toLowerCase();
    const places = words.map((word) => lower.indexOf(word)).filter((at) => at !== -1);
    return places.length === 0 ? [] : [{ text, place: Math.min(...places), count: places.length }];
  });
  const [best] = matches.toSorted((one, other) => other.count - one.count);
  if (best === undefined) return '';
  const { text, place } = best;
  return place <= before
    ? oneLine(text)
    : `…${oneLine(text.slice(text.indexOf(' ', place - before) + 1 || place))}`;
}

/**
 * What a row shows of a match: its title from there on, and its text around it. A title that says only what changed
 * gives way to the prompt, as the state before it may not be found.
 */
export function matchIn(
  { name, note, draft, run }: HistoryNode,
  title: string,
  outputs: readonly string[],
  search: string,
): { readonly title: string; readonly line: string } {
  const inTitle = snippetOf([title], search);
  // The row of a run shows its model anyway.
  const elsewhere = [draft.prompt, run?.prompt ?? '', run === null ? draft.model : ''];
  const line = snippetOf([note, ...outputs, ...(inTitle === '' ? elsewhere : [])], search);
  const isPromptShown = line !== '' && line === snippetOf([draft.prompt], search);
  const isRetitled = name === '' && search.trim() !== '' && !isPromptShown;
  // A row without a run has no other line.
  return {
    title: inTitle || (run === null && line) || (isRetitled && oneLine(draft.prompt)) || title,
    line,
  };
}
