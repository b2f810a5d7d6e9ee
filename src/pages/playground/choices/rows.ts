// Trie rows: filter, sort, export, keys, search excerpts.
import type { TrieNode } from './trie.ts';
import type { Choice } from '#run/choice.ts';
import { surrogateSafeEnd } from '#lib/unicode.ts';
import { rowAfterKey } from '#ui/row-after-key.ts';
import { toVisibleToken } from '#ui/visible-text.ts';

export type BraidOrder = 'order' | 'count' | 'length' | 'logprob';

export interface Arrangement {
  readonly order: BraidOrder;
  readonly finish: string | null;
  /** Case-insensitive; empty for all. */
  readonly wanted: string;
  readonly isReceiving: boolean;
}

export interface BraidLine {
  readonly node: TrieNode;
  readonly depth: number;
  /** Passing through or ending here. */
  readonly count: number;
  /** Their newest token is here; by index. */
  readonly resting: readonly Choice[];
  /** From 1. */
  readonly place: number;
  readonly siblings: number;
  /** Row index. */
  readonly parent: number | null;
}

/** Preorder; only inserted choices. */
export function rowsOf(root: TrieNode, arrangement: Arrangement): BraidLine[] {
  const rows: BraidLine[] = [];
  const add = (shown: Shown, row: Omit<BraidLine, 'node' | 'count' | 'resting'>) => {
    const { node, count, resting, children } = shown;
    const position = rows.length;
    rows.push({ node, count, resting, ...row });
    addAll(children, row.depth + 1, position);
  };
  const addAll = (all: readonly Shown[], depth: number, parent: number | null) => {
    all.forEach((each, index) => add(each, { depth, place: index + 1, siblings: all.length, parent }));
  };
  const top = show(root, arrangement);
  const { children, resting } = top;
  // A row only for choices without text.
  const empty = { ...top, children: [], count: resting.length, rank: rankOf([], resting, arrangement) };
  addAll(resting.length === 0 ? children : [empty, ...children].toSorted(byRank), 0, null);
  return rows;
}

interface Shown {
  readonly node: TrieNode;
  readonly count: number;
  readonly resting: readonly Choice[];
  readonly children: readonly Shown[];
  readonly rank: number;
}

function show(node: TrieNode, arrangement: Arrangement): Shown {
  const resting = [...node.resting]
    .filter((choice) => isShown(choice, arrangement))
    .toSorted((one, other) => one.index - other.index);
  const children = node.children
    .map((child) => show(child, arrangement))
    .filter(({ count }) => count > 0)
    .toSorted(byRank)
    .flatMap((child) => (isSingleUnit(child) ? child.children : [child]));
  if (arrangement.order !== 'order') children.sort(byRank);
  return {
    node,
    resting,
    children,
    count: countOf(children, resting),
    rank: rankOf(children, resting, arrangement),
  };
}

function countOf(children: readonly Shown[], resting: readonly Choice[]): number {
  return children.reduce((sum, { count }) => sum + count, resting.length);
}

/** That of its first choice, or by all of them. */
function rankOf(children: readonly Shown[], resting: readonly Choice[], arrangement: Arrangement): number {
  if (arrangement.order === 'count') return -countOf(children, resting);
  return Math.min(children[0]?.rank ?? Infinity, ...resting.map((choice) => choiceRank(choice, arrangement)));
}

/** A row of its own would tear a sentence for a comma. */
function isSingleUnit({ node, resting }: Shown): boolean {
  return resting.length === 0 && node.to - node.from === 1;
}

function byRank(one: Shown, other: Shown): number {
  return one.rank - other.rank;
}

function isShown(choice: Choice, { finish, wanted, isReceiving }: Arrangement): boolean {
  if (finish !== null && finishOf(choice, isReceiving) !== finish) return false;
  return wanted === '' || choice.text.toString().toLowerCase().includes(wanted.toLowerCase());
}

/** Ascending; without logprobs last. */
function choiceRank(choice: Choice, { order, isReceiving }: Arrangement): number {
  if (order === 'order') return choice.index;
  const { tokenCount, meanLogprob } = readChoiceFigures(choice, isReceiving);
  if (order === 'length') return -tokenCount;
  return meanLogprob === null ? Number.MAX_VALUE : -meanLogprob;
}

/** Without an echoed prompt. */
interface ChoiceFigures {
  readonly finish: string;
  readonly tokenCount: number;
  /** Over logprobs that are finite and ≤ 0. */
  readonly meanLogprob: number | null;
  readonly perplexity: number | null;
}

export function readChoiceFigures(choice: Choice, isReceiving: boolean): ChoiceFigures {
  const { sum, count } = choice.surprise;
  return {
    finish: finishOf(choice, isReceiving),
    tokenCount: choice.answerTokenCount,
    meanLogprob: count === 0 ? null : -sum / count,
    perplexity: count === 0 ? null : Math.exp(sum / count),
  };
}

/** As sent, else "receiving" or "not finished". */
export function finishOf({ finishReason }: Choice, isReceiving: boolean): string {
  return finishReason ?? (isReceiving ? 'receiving' : 'not finished');
}

/** Most frequent first. */
export function countFinishes(
  choices: readonly Choice[],
  isReceiving: boolean,
): readonly (readonly [finish: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const choice of choices) {
    const finish = finishOf(choice, isReceiving);
    counts.set(finish, (counts.get(finish) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

/** JSONL, by index. Figures leave out an echoed prompt. */
export function choiceLines(choices: readonly Choice[]): string {
  return choices
    .toSorted((one, other) => one.index - other.index)
    .map((choice) => {
      const { tokenCount, meanLogprob, perplexity } = readChoiceFigures(choice, false);
      return JSON.stringify({
        index: choice.index,
        text: choice.text.toString(),
        finish_reason: choice.finishReason,
        // Pieces may hold several.
        tokens: choice.isInPieces ? null : tokenCount,
        mean_logprob: meanLogprob,
        perplexity,
        token_ids: Array.from(choice.ids.view(), (id) => (Number.isNaN(id) ? null : id)),
      });
    })
    .map((line) => `${line}\n`)
    .join('');
}

const rowsPerPage = 10;

/** Null for other keys. */
export function rowAfter(key: string, position: number | null, rows: readonly BraidLine[]): number | null {
  switch (key) {
    case 'ArrowRight':
      return position !== null && rows[position + 1]?.parent === position ? position + 1 : null;
    case 'ArrowLeft':
      return position === null ? null : (rows[position]?.parent ?? null);
    default:
      return rowAfterKey(key, position, rows.length, rowsPerPage);
  }
}

/** Three lines and more. */
const excerptLength = 400;

/** Characters before a search hit. */
const leadLength = 60;

interface Excerpt {
  readonly before: string;
  /** Empty if nothing matches. */
  readonly hit: string;
  readonly after: string;
  readonly isEmpty: boolean;
}

/**
 * Without leading white space and empty lines, on which an ellipsis would stand alone; white space alone is shown as symbols.
 * @param wanted case-insensitive; empty for none
 */
export function excerptOf(whole: string, wanted: string): Excerpt {
  const isEmpty = whole === '';
  const text = whole.trimStart().replaceAll(/\n\s*\n/g, '\n');
  if (text === '')
    return { before: toVisibleToken(cut(whole, 0, excerptLength)), hit: '', after: '', isEmpty };
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at === -1) return { before: cut(text, 0, excerptLength), hit: '', after: '', isEmpty };
  const from = Math.max(0, at - leadLength);
  const end = at + wanted.length;
  return {
    before: `${from > 0 ? '… ' : ''}${text.slice(from, at)}`,
    hit: text.slice(at, end),
    after: cut(text, end, end + excerptLength),
    isEmpty,
  };
}

function cut(text: string, from: number, to: number): string {
  return to < text.length ? `${text.slice(from, surrogateSafeEnd(text, to)).trimEnd()} …` : text.slice(from);
}
