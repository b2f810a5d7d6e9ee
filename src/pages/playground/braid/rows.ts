// The tree as a list of rows: what is filtered out is not there, and branches stand in the chosen order.
import type { Lane } from '#pages/playground/lane.ts';
import { finishOf, readLane } from './lane-figures.ts';
import type { Strand } from './trie.ts';

/** What stands first among branches: the first choice, the longest answer, the most probable one. */
export type BraidOrder = 'order' | 'length' | 'logprob';

/** Which lanes are shown, and how. */
export interface Arrangement {
  readonly order: BraidOrder;
  /** A finish reason; null for all. */
  readonly finish: string | null;
  /** Text that a lane must hold, capitals or not; empty for all. */
  readonly wanted: string;
  readonly isReceiving: boolean;
}

/** One strand with those of its lanes that are shown. */
export interface BraidRow {
  readonly strand: Strand;
  /** 0 for what no shown strand leads to. */
  readonly depth: number;
  /** Lanes that go through here or end here. */
  readonly count: number;
  /** Lanes that are here with their newest token, by index. They have the same text. */
  readonly resting: readonly Lane[];
  /** Place among its siblings, from 1, and their count. */
  readonly place: number;
  readonly siblings: number;
  /** Position of the row that leads here; null for none. */
  readonly parent: number | null;
}

/** From the root down, a branch before its siblings. Lanes that the tree has not read yet are missing. */
export function rowsOf(root: Strand, arrangement: Arrangement): BraidRow[] {
  const rows: BraidRow[] = [];
  const add = (shown: Shown, row: Omit<BraidRow, 'strand' | 'count' | 'resting'>) => {
    const { strand, count, resting, children } = shown;
    const position = rows.length;
    rows.push({ strand, count, resting, ...row });
    addAll(children, row.depth + 1, position);
  };
  const addAll = (all: readonly Shown[], depth: number, parent: number | null) => {
    all.forEach((each, index) => add(each, { depth, place: index + 1, siblings: all.length, parent }));
  };
  const top = show(root, arrangement);
  const { children, resting } = top;
  // The root holds no text: it is a row only for the lanes that brought none.
  const emptyRank = Math.min(...resting.map((lane) => rankOf(lane, arrangement)));
  const empty = { ...top, children: [], count: resting.length, rank: emptyRank };
  addAll(resting.length === 0 ? children : [empty, ...children].toSorted(byRank), 0, null);
  return rows;
}

interface Shown {
  readonly strand: Strand;
  readonly count: number;
  readonly resting: readonly Lane[];
  readonly children: readonly Shown[];
  readonly rank: number;
}

function show(strand: Strand, arrangement: Arrangement): Shown {
  const resting = [...strand.resting]
    .filter((lane) => isShown(lane, arrangement))
    .toSorted((one, other) => one.index - other.index);
  const children = strand.children
    .map((child) => show(child, arrangement))
    .filter(({ count }) => count > 0)
    .toSorted(byRank);
  return {
    strand,
    resting,
    children,
    count: children.reduce((sum, child) => sum + child.count, resting.length),
    rank: Math.min(children[0]?.rank ?? Infinity, ...resting.map((lane) => rankOf(lane, arrangement))),
  };
}

function byRank(one: Shown, other: Shown): number {
  return one.rank - other.rank;
}

function isShown(lane: Lane, { finish, wanted, isReceiving }: Arrangement): boolean {
  if (finish !== null && finishOf(lane, isReceiving) !== finish) return false;
  return wanted === '' || lane.text.toString().toLowerCase().includes(wanted.toLowerCase());
}

/** Lower stands first; what has no logprob stands last. */
function rankOf(lane: Lane, { order, isReceiving }: Arrangement): number {
  if (order === 'order') return lane.index;
  const { tokenCount, meanLogprob } = readLane(lane, isReceiving);
  if (order === 'length') return -tokenCount;
  return meanLogprob === null ? Number.MAX_VALUE : -meanLogprob;
}
