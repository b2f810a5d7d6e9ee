// The states that hold every word of a search, looked for in turns between which the page has its own.
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { byTime, type Tree } from './tree.ts';
import type { HistoryNode } from './node.ts';
import { oneLine, isCut } from './summary.ts';

/** What a search has found by now, and how far the outputs were read that the list holds only the beginnings of. */
export interface SearchResult {
  /** Newest first. */
  readonly states: readonly HistoryNode[];
  /** Runs whose whole outputs were read, and how many there are to read. */
  readonly readCount: number;
  readonly count: number;
  /** Runs whose recordings are not kept, or cannot be read: only the beginnings of their outputs are searched. */
  readonly unreadCount: number;
}

/** What a search needs besides the states. */
interface SearchParts {
  /** The choices' whole texts of a state; null where they are not kept. */
  readonly outputsOf: (id: string) => Promise<readonly string[] | null>;
  /** Hears once all that is in the list was searched, and then of what the outputs bring, until the end. */
  readonly say: (result: SearchResult) => void;
  /** Nothing is said after it. */
  readonly signal: AbortSignal;
}

/** Milliseconds between two sayings while outputs are read. */
const everyMs = 200;

/** Searches names, prompts, models and outputs of all sessions. Whole outputs are read only where nothing else was found. */
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

/** The words of a search, as they are compared. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function holds(
  { name, draft, run }: HistoryNode,
  words: readonly string[],
  outputs: readonly string[],
): boolean {
  const texts = [name, draft.prompt, run?.model ?? draft.model, run?.prompt ?? '', ...outputs];
  const lower = texts.map((each) => each.toLowerCase());
  return words.every((word) => lower.some((each) => each.includes(word)));
}

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
