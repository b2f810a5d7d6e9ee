// Where this tab stands in the tree, and how it moves: by typing, by a run, by undo and redo, by opening a state.
import type { Draft } from '#pages/playground/draft.ts';
import type { DraftOrigin, Filling } from '#pages/playground/fill-draft.ts';
import type { Archive } from './archive.ts';
import { isSameDraft } from './draft-key.ts';
import { afterStart, afterTyping, type Step } from './next-state.ts';
import type { NodeRecord, Origin } from './node.ts';
import type { Trail } from './trail.ts';

/** The page that the tree is about. */
export interface PageState {
  draft: () => Draft;
  /** Makes the page's draft this one, whole. */
  fill: (draft: Draft) => void;
  /** Shows the run of a state, or none. */
  show: (id: string | null) => void;
  /** While a run receives, the page stays where it is. */
  isBusy: () => boolean;
}

/** What a walker needs of its surroundings. */
export interface WalkerParts {
  readonly archive: Archive;
  readonly page: PageState;
  readonly trail: Trail;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Moves this tab's head; nothing that it leaves is lost. */
export class Walker {
  readonly #parts: WalkerParts;
  /** States that this page made since it was loaded. */
  readonly #own = new Set<string>();
  #typed: { readonly id: string; readonly atMs: number } | null = null;
  /** The draft before anything happened, for the state in which the first session begins. */
  #first: Draft;
  #latest = 0;

  constructor(parts: WalkerParts, first: Draft) {
    this.#parts = parts;
    this.#first = first;
  }

  /** The state that the page shows; null before the first. */
  get headId(): string | null {
    const { archive, trail } = this.#parts;
    return archive.tree.get(trail.headId())?.id ?? null;
  }

  /** Where undo leads; undefined where there is nothing before. What was typed since the head counts as a step. */
  get before(): string | undefined {
    const { tree } = this.#parts.archive;
    const head = tree.get(this.headId);
    if (head === undefined) return undefined;
    return this.#isTyped() ? head.id : tree.get(head.parentId)?.id;
  }

  /** Where redo leads: the child visited last, or the newest. */
  get after(): string | undefined {
    const { archive, trail } = this.#parts;
    const id = this.headId;
    if (id === null || this.#isTyped()) return undefined;
    const children = archive.tree.childrenOf(id);
    const visited = trail.visited(id);
    return (children.find((child) => child.id === visited) ?? children.at(-1))?.id;
  }

  /** Takes the place that the tab had, or in a new tab the newest state. @param first the draft before anything happened @returns the state to show, or null */
  begin(first: Draft = this.#first): string | null {
    this.#first = first;
    const { archive, trail } = this.#parts;
    const { headId } = this;
    if (headId !== null) return headId;
    const newest = archive.tree.newest();
    if (newest === undefined) return null;
    trail.go(newest.id, []);
    archive.changed();
    return newest.id;
  }

  /** Keeps what was typed. */
  settle(): void {
    this.#settle(this.#parts.page.draft());
  }

  /** The draft is being filled; what was there before is kept first. @param nodeId the state of the run it goes on from */
  takeFilling({ origin, before, draft }: Filling, nodeId: string | undefined): void {
    if (origin.how === 'history') return;
    this.#settle(before);
    if (origin.how === 'new') return this.#newSession(draft);
    const head = this.#head(before);
    if (isSameDraft(head.draft, draft)) return;
    const parentId = nodeId ?? head.id;
    this.#add({ parentId, at: this.#now(), kind: 'edit', origin: originOf(origin, nodeId), draft });
  }

  /** A run started. @param againId the state whose request is sent once more @returns the state of the run */
  start(againId: string | null): string {
    const { archive, page } = this.#parts;
    const draft = page.draft();
    const asked = archive.tree.get(againId);
    if (asked !== undefined) {
      this.#settle(draft);
      const again = asked.kind === 'recording' ? draft : asked.draft;
      const origin = { how: 'again', nodeId: asked.id };
      const id = this.#add({ parentId: asked.parentId, at: this.#now(), kind: 'run', origin, draft: again });
      if (!isSameDraft(again, draft)) page.fill(again);
      return id;
    }
    const head = this.#head(this.#first);
    const id = this.#take(afterStart(this.#place(head.id), draft, this.#now()));
    this.#typed = null;
    return id ?? head.id;
  }

  /** A recording was opened that is not here yet. @returns its state */
  open(): string {
    const { page } = this.#parts;
    this.settle();
    const { id: parentId } = this.#head(this.#first);
    const origin = { how: 'recording' };
    return this.#add({ parentId, at: this.#now(), kind: 'recording', origin, draft: page.draft() });
  }

  /** Makes the page what it was. @returns false, and does nothing, while a run receives */
  visit(id: string): boolean {
    const { archive, page } = this.#parts;
    if (page.isBusy()) return false;
    this.settle();
    const node = archive.tree.get(id);
    if (node === undefined) return false;
    this.#move(id);
    this.#typed = null;
    page.fill(node.draft);
    page.show(archive.tree.withRun(id)?.id ?? null);
    return true;
  }

  /** To the state before, if there is one. */
  undo(): void {
    const id = this.before;
    if (id !== undefined) this.visit(id);
  }

  /** To the state that undo left last. */
  redo(): void {
    const id = this.after;
    if (id !== undefined) this.visit(id);
  }

  // A session that is still empty is the new one.
  #newSession(draft: Draft): void {
    const { tree } = this.#parts.archive;
    const head = tree.get(this.headId);
    const isNew = head?.kind === 'root' && tree.childrenOf(head.id).length === 0;
    if (isNew && isSameDraft(head.draft, draft)) return;
    this.#add({ parentId: null, at: this.#now(), kind: 'root', origin: { how: 'new' }, draft });
  }

  // Two states of one millisecond would have no order.
  #now(): number {
    this.#latest = Math.max(this.#parts.now(), this.#latest + 1);
    return this.#latest;
  }

  #isTyped(): boolean {
    const head = this.#parts.archive.tree.get(this.headId);
    return head !== undefined && !isSameDraft(head.draft, this.#parts.page.draft());
  }

  #settle(draft: Draft): void {
    const id = this.headId;
    if (id === null && isSameDraft(draft, this.#first)) return;
    const step = afterTyping(this.#place(id ?? this.#head(this.#first).id), draft, this.#now());
    const settled = this.#take(step);
    if (settled !== undefined && step.kind !== 'back') this.#typed = { id: settled, atMs: this.#latest };
  }

  /** The head, made if there is none yet: a session begins with the draft as it was. */
  #head(draft: Draft) {
    const { archive } = this.#parts;
    const found = archive.tree.get(this.headId);
    if (found !== undefined) return found;
    const record = { parentId: null, at: this.#now(), kind: 'root' as const, origin: { how: 'new' }, draft };
    const id = this.#add(record);
    return { ...record, id, run: null, name: '' };
  }

  #place(id: string) {
    const { tree } = this.#parts.archive;
    const head = tree.get(id);
    if (head === undefined) throw new RangeError(`There is no state ${id}.`);
    return {
      head,
      parent: tree.get(head.parentId),
      hasChildren: tree.childrenOf(id).length > 0,
      isOwn: this.#own.has(id),
      typedMs: this.#typed?.id === id ? this.#typed.atMs : null,
    };
  }

  #take(step: Step): string | undefined {
    if (step.kind === 'none') return undefined;
    if (step.kind === 'add') return this.#add(step.record);
    if (step.kind === 'replace') void this.#parts.archive.add({ nodes: [step.record] });
    const id = step.kind === 'back' ? step.id : step.record.id;
    this.#move(id);
    return id;
  }

  #add(record: Omit<NodeRecord, 'id'>): string {
    const id = this.#parts.newId();
    this.#own.add(id);
    this.#typed = null;
    void this.#parts.archive.add({ nodes: [{ ...record, id }] });
    this.#move(id);
    return id;
  }

  #move(id: string): void {
    const { archive, trail } = this.#parts;
    const left = this.headId;
    const path = [...archive.tree.ancestors(id)].map((node) => node.id);
    // What is left is where redo leads, when it lies below; on the way down every fork remembers its branch.
    const below =
      left === null || left === id ? [] : [...archive.tree.ancestors(left)].map((node) => node.id);
    trail.go(id, [...pairs(below.slice(0, below.indexOf(id) + 1)), ...pairs(path)]);
    archive.changed();
  }
}

/** Parent and child, from a path that leads upwards. */
function pairs(path: readonly string[]): (readonly [string, string])[] {
  return path.slice(1).map((parent, index) => [parent, path[index] ?? parent]);
}

function originOf(origin: DraftOrigin, nodeId: string | undefined): Origin {
  const { how } = origin;
  return {
    how,
    ...(nodeId !== undefined && { nodeId }),
    ...('lane' in origin && { lane: origin.lane }),
    ...('token' in origin && { token: origin.token }),
  };
}
