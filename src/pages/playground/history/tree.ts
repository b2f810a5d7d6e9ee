// The tree of states: records by id, children by parent, and ways through it that end even where a file lied about parents.
import type { Batch, HistoryNode, NameRecord, NodeRecord, RunRecord } from './node.ts';

/** What `merge` added; what was there already is not counted. */
export interface Added {
  readonly nodes: number;
  readonly runs: number;
  readonly names: number;
}

/** Grows by merging, in any order: a child may come before its parent, a run before its node. */
export class Tree {
  readonly #records = new Map<string, NodeRecord>();
  readonly #runs = new Map<string, RunRecord>();
  readonly #names = new Map<string, NameRecord>();
  readonly #children = new Map<string | null, Set<string>>();

  /** Count of states. */
  get size(): number {
    return this.#records.size;
  }

  /** Adds what is not there; an edit that was typed on is replaced, a name gives way to a later one. */
  merge({ nodes = [], runs = [], names = [] }: Batch): Added {
    const added = { nodes: 0, runs: 0, names: 0 };
    for (const node of nodes) {
      const known = this.#records.get(node.id);
      if (known === undefined) {
        added.nodes += 1;
        this.#link(node);
      } else if (node.at <= known.at || known.kind !== 'edit') continue;
      // A parent never changes, so that no file can tie a knot into what is here.
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

  /** Takes states out; what came from them then comes from what they came from. @returns the states that have another parent now */
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

  /** A state; undefined for an id that is unknown, or not here yet. */
  get(id: string | null): HistoryNode | undefined {
    const record = id === null ? undefined : this.#records.get(id);
    return record && this.#join(record);
  }

  /** All states, in no order. */
  all(): HistoryNode[] {
    return [...this.#records.values()].map((record) => this.#join(record));
  }

  /** The name record of a state, with its time. */
  nameRecord(id: string): NameRecord | undefined {
    return this.#names.get(id);
  }

  /** Its children, oldest first. */
  childrenOf(id: string): HistoryNode[] {
    return [...(this.#children.get(id) ?? [])].flatMap((child) => this.get(child) ?? []).toSorted(byTime);
  }

  /** Where sessions begin, newest first. A state whose parent is not here begins one. */
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

  /** The state and those it came from, up to where its session begins. */
  *ancestors(id: string | null): Generator<HistoryNode> {
    const seen = new Set<string>();
    let node = this.get(id);
    while (node !== undefined && !seen.has(node.id)) {
      seen.add(node.id);
      yield node;
      node = this.get(node.parentId);
    }
  }

  /** Where its session begins. */
  rootOf(id: string | null): HistoryNode | undefined {
    return [...this.ancestors(id)].at(-1);
  }

  /** The nearest state, itself first, that ran: the page shows its run. Of an unfinished or lost one nothing is shown, and never an older one's answer. */
  withRun(id: string | null): HistoryNode | undefined {
    const node = this.#lastRun(id);
    return node?.run === null ? undefined : node;
  }

  /** The same state where what its run brought is not here: it still receives, or was lost. */
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
    return {
      ...record,
      run: this.#runs.get(record.id) ?? null,
      name: this.#names.get(record.id)?.text ?? '',
    };
  }
}

/** Older first; of one time, by id, so that every tab has the same order. */
export function byTime(one: NodeRecord, other: NodeRecord): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}
