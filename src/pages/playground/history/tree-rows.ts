// History tree as list rows.
import { oneLine } from './summary.ts';
import type { HistoryNode, NodeRecord } from './node.ts';
import type { Tree } from './tree.ts';

export interface TreeRow {
  readonly node: HistoryNode;
  /** Branches from the newest path. */
  readonly depth: number;
  readonly isBranch: boolean;
}

interface Session {
  readonly id: string;
  readonly label: string;
  readonly stateCount: number;
  /** Latest change, Unix milliseconds. */
  readonly latest: number;
}

/**
 * Newest first. The newest path stays in the first column; older branches are indented below later states.
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

/** Most recently used first. */
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
