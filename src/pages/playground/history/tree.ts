// History state tree; tolerates cycles in files.
import type { Batch, HistoryNode, NameRecord, NodeRecord, RunRecord } from './node.ts';

/** Merges in any order. */
export class Tree {
  readonly #records = new Map<string, NodeRecord>();
  readonly #runs = new Map<string, RunRecord>();
  readonly #names = new Map<string, NameRecord>();
  readonly #children = new Map<string | null, Set<string>>();

  get size(): number {
    return this.#records.size;
  }

  /**
   * A later edit, name or note replaces an earlier one.
   * @returns how many states are new
   */
  merge({ nodes = [], runs = [], names = [] }: Batch): number {
    const before = this.size;
    for (const node of nodes) {
      const known = this.#records.get(node.id);
      if (known === undefined) this.#link(node);
      else if (node.at <= known.at || known.kind !== 'edit') continue;
      // A parent never changes: no file can create a cycle.
      this.#records.set(node.id, { ...node, parentId: known?.parentId ?? node.parentId });
    }
    for (const run of runs) {
      if (!this.#runs.has(run.id)) this.#runs.set(run.id, run);
    }
    for (const name of names) {
      if (name.at <= (this.#names.get(name.id)?.at ?? -Infinity)) continue;
      this.#names.set(name.id, name);
    }
    return this.size - before;
  }

  /** @returns the reparented children */
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

  get(id: string | null): HistoryNode | undefined {
    const record = id === null ? undefined : this.#records.get(id);
    return record && this.#join(record);
  }

  all(): HistoryNode[] {
    return [...this.#records.values()].map((record) => this.#join(record));
  }

  nameRecord(id: string): NameRecord | undefined {
    return this.#names.get(id);
  }

  /** Oldest first. */
  childrenOf(id: string): HistoryNode[] {
    return [...(this.#children.get(id) ?? [])].flatMap((child) => this.get(child) ?? []).toSorted(byTime);
  }

  /** Includes states with a missing parent; newest first. */
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

  /** With itself; in no order. */
  *descendants(id: string): Generator<NodeRecord> {
    const waiting = [id];
    for (const next of waiting) {
      const record = this.#records.get(next);
      if (record === undefined) continue;
      yield record;
      waiting.push(...(this.#children.get(next) ?? []));
    }
  }

  /** With itself; nearest first. */
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

  /** The nearest that ran, itself first; undefined if that run is unfinished or lost. */
  withRun(id: string | null): HistoryNode | undefined {
    const node = this.#lastRun(id);
    return node?.run === null ? undefined : node;
  }

  /** The nearest that ran, if that run is unfinished or lost. */
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

/** Ties by id: every tab has the same order. */
export function byTime(one: NodeRecord, other: NodeRecord): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}
