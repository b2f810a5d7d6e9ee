// History tree as list rows, newest first.
import { oneLine } from './summary.ts';
import type { HistoryNode, NodeRecord } from './node.ts';
import type { Tree } from './tree.ts';

export interface TreeRow {
  readonly node: HistoryNode;
  /** How many branches it is away from the newest path. */
  readonly depth: number;
  /** The first state of a side branch. */
  readonly isBranch: boolean;
}

/** The tree under one root. */
interface Session {
  readonly id: string;
  readonly label: string;
  readonly stateCount: number;
  /** Latest change, Unix milliseconds. */
  readonly latest: number;
}

/**
 * A session's states, newest first. The newest path stays in the first column, also after many retries; each older
 * branch is indented below the states that came after it.
 */
export function treeRows(tree: Tree, rootId: string): TreeRow[] {
  const root = tree.get(rootId);
  const waiting: TreeRow[] = root ? [{ node: root, depth: 0, isBranch: false }] : [];
  const rows: TreeRow[] = [];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    const { depth } = row;
    const children = tree.childrenOf(row.node.id);
    const main = children.pop();
    if (main) waiting.push({ node: main, depth, isBranch: false });
    for (const node of children.toReversed()) waiting.push({ node, depth: depth + 1, isBranch: true });
  }
  return rows.toReversed();
}

/** Most recently used first; labelled by name or first prompt. */
export function sessionsOf(tree: Tree): Session[] {
  return tree
    .roots()
    .map((root) => {
      let latest = root.at;
      let stateCount = 0;
      let first: NodeRecord | null = null;
      for (const record of tree.descendants(root.id)) {
        stateCount += 1;
        latest = Math.max(latest, record.at);
        const isEarlier = first === null || record.at < first.at;
        if (isEarlier && record.draft.prompt.trim() !== '') first = record;
      }
      const label = root.name || (first && oneLine(first.draft.prompt)) || 'Empty session';
      return { id: root.id, label, stateCount, latest };
    })
    .toSorted((one, other) => other.latest - one.latest);
}
