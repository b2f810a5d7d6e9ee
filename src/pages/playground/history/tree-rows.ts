// History tree as list rows, newest first.
import { oneLine } from './summary.ts';
import type { HistoryNode } from './node.ts';
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
      let label = root.name;
      let latest = root.at;
      const nodes = [root];
      for (const node of nodes) {
        if (label === '') label = oneLine(node.draft.prompt);
        latest = Math.max(latest, node.at);
        nodes.push(...tree.childrenOf(node.id));
      }
      return { id: root.id, label: label || 'Empty session', stateCount: nodes.length, latest };
    })
    .toSorted((one, other) => other.latest - one.latest);
}
