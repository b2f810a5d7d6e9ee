// State tree: records by id, children by parent; tolerates cycles in files.
import type { Batch, HistoryNode, NameRecord, NodeRecord, RunRecord } from './node.ts';

/** New records only. */
export interface Added {
  readonly nodes: number;
  readonly runs: number;
  readonly names: number;
}

/** Merges in any order: children before parents, runs before nodes. */
export class Tree {
  readonly #records = new Map<string, NodeRecord>();
  readonly #runs = new Map<string, RunRecord>();
  readonly #names = new Map<string, NameRecord>();
  readonly #children = new Map<string | null, Set<string>>();

  get size(): number {
    return this.#records.size;
  }

  /** Adds new records; replaces an edit that was typed on, and a name or note by a later one. */
  merge({ nodes = [], runs = [], names = [] }: Batch): Added {
    const added = { nodes: 0, runs: 0, names: 0 };
    for (const node of nodes) {
      const known = this.#records.get(node.id);
      if (known === undefined) {
        added.nodes += 1;
        this.#link(node);
      } else if (node.at <= known.at || known.kind !== 'edit') continue;
      // A parent never changes, so that no file can create a cycle.
      this.#records.set(node.id, { ...node, parentId: known?.parentId ?? node.parentId });
    }
    for (const run of runs) {
      if (this.#runs.has(run.id)) continue;
      added.runs += 1;
      this.#runs.set(run.id, run);
    }
    for (const name of names) {
      if (name.at <= (this.#names.get(name.id)?.at ?? -Infinity)) continue;
      added.names += 1;
      this.#names.set(name.id, name);
    }
    return added;
  }

  /**
   * Removes states and reparents their children.
   * @returns the reparented states
   */
  remove(ids: ReadonlySet<string>): NodeRecord[] {
    const moved: NodeRecord[] = [];
    for (const record of this.#records.values()) {
      if (ids.has(record.id) || record.parentId === null || !ids.has(record.parentId)) continue;
      const parent = [...this.ancestors(record.parentId)].find(({ id }) => !ids.has(id));
      moved.push({ ...record, parentId: parent?.id ?? null });
    }
    for (const id of ids) {
      this.#children.get(this.#records.get(id)?.parentId ?? null)?.delete(id);
      for (const kept of [this.#records, this.#runs, this.#names, this.#children]) kept.delete(id);
    }
    for (const record of moved) {
      this.#records.set(record.id, record);
      this.#link(record);
    }
    return moved;
  }

  /** Undefined for an unknown id. */
  get(id: string | null): HistoryNode | undefined {
    const record = id === null ? undefined : this.#records.get(id);
    return record && this.#join(record);
  }

  all(): HistoryNode[] {
    return [...this.#records.values()].map((record) => this.#join(record));
  }

  /** The name, note and rating of a state with their time. */
  nameRecord(id: string): NameRecord | undefined {
    return this.#names.get(id);
  }

  /** Oldest first. */
  childrenOf(id: string): HistoryNode[] {
    return [...(this.#children.get(id) ?? [])].flatMap((child) => this.get(child) ?? []).toSorted(byTime);
  }

  /** Session roots, newest first. A state with a missing parent is one. */
  roots(): HistoryNode[] {
    const roots: HistoryNode[] = [];
    for (const [parentId, children] of this.#children) {
      if (parentId !== null && this.#records.has(parentId)) continue;
      for (const id of children) {
        const node = this.get(id);
        if (node !== undefined) roots.push(node);
      }
    }
    return roots.toSorted((one, other) => byTime(other, one));
  }

  /** The state and everything below it, in no order. */
  *descendants(id: string): Generator<NodeRecord> {
    const waiting = [id];
    for (const next of waiting) {
      const record = this.#records.get(next);
      if (record === undefined) continue;
      yield record;
      waiting.push(...(this.#children.get(next) ?? []));
    }
  }

  /** The state and its ancestors, nearest first. */
  *ancestors(id: string | null): Generator<HistoryNode> {
    const seen = new Set<string>();
    let node = this.get(id);
    while (node !== undefined && !seen.has(node.id)) {
      seen.add(node.id);
      yield node;
      node = this.get(node.parentId);
    }
  }

  rootOf(id: string | null): HistoryNode | undefined {
    return [...this.ancestors(id)].at(-1);
  }

  /** The nearest state, itself first, that ran. Null output for an unfinished or lost run, never an older answer. */
  withRun(id: string | null): HistoryNode | undefined {
    const node = this.#lastRun(id);
    return node?.run === null ? undefined : node;
  }

  /** That state if its run has no outcome: still streaming, or lost. */
  withoutOutcome(id: string | null): HistoryNode | undefined {
    const node = this.#lastRun(id);
    return node?.run === null ? node : undefined;
  }

  #lastRun(id: string | null): HistoryNode | undefined {
    for (const node of this.ancestors(id)) if (node.run !== null || node.kind === 'run') return node;
    return undefined;
  }

  #link({ id, parentId }: NodeRecord): void {
    const siblings = this.#children.get(parentId);
    if (siblings) siblings.add(id);
    else this.#children.set(parentId, new Set([id]));
  }

  #join(record: NodeRecord): HistoryNode {
    const { text = '', note = '', rating = null } = this.#names.get(record.id) ?? {};
    return { ...record, run: this.#runs.get(record.id) ?? null, name: text, note, rating };
  }
}

/** Oldest first; ties by id, so that every tab has the same order. */
export function byTime(one: NodeRecord, other: NodeRecord): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}
