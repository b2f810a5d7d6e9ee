// The tree as a list: a path stays in its column, only a branch beside it is indented.
import { oneLine } from './summary.ts';
import type { HistoryNode } from './node.ts';
import type { Tree } from './tree.ts';

/** A line of the list. */
export interface TreeRow {
  readonly node: HistoryNode;
  /** How many branches it lies beside the path that goes on. */
  readonly depth: number;
  /** The first state of a branch beside the path. */
  readonly isBranch: boolean;
}

/** A session: the tree under one beginning. */
interface Session {
  readonly id: string;
  readonly label: string;
  readonly stateCount: number;
  /** When something was last added, milliseconds since 1970. */
  readonly latest: number;
}

/**
 * The states of a session. Where it branches, the newest branch goes on in the same column, and the older ones stand
 * before it, indented: however often a request is asked again, the path to the newest answer is a straight line.
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
  return rows;
}

/** All sessions, the one that was used last first; labelled by name, or by the first words that were written in it. */
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
