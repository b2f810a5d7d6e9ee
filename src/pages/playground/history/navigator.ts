// This tab's position in history: edits, runs, undo, redo.
import type { Filling } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import type { Archive } from './archive.ts';
import { isSameDraft, isSentAtOnce, type HistoryNode, type NodeRecord } from './node.ts';
import { afterStart, afterTyping, originOf, type Step } from './next-state.ts';
import { headOf, placeAfter, placeBefore, type Place, type PositionStore } from './position.ts';
import { byTime } from './tree.ts';

interface PageState {
  draft: () => Draft;
  fill: (draft: Draft) => void;
  show: (id: string | null) => void;
  /** A run streams. */
  isBusy: () => boolean;
}

interface NavigatorParts {
  readonly archive: Archive;
  readonly page: PageState;
  readonly position: PositionStore;
  readonly newId: () => string;
  readonly now: () => number;
}

/** Abandoned states stay in the tree. */
export class Navigator {
  readonly #parts: NavigatorParts;
  readonly #own = new Set<string>();
  #typed: { readonly id: string; readonly atMs: number } | null = null;
  #first: Draft;
  #latest = 0;

  constructor(parts: NavigatorParts, first: Draft) {
    this.#parts = parts;
    this.#first = first;
  }

  get headId(): string | null {
    return this.#head?.id ?? null;
  }

  /** State whose run is shown, see `Tree.withRun`. */
  get shownId(): string | null {
    const head = this.#head;
    if (head === null) return null;
    return head.isBefore ? (this.#parts.archive.tree.get(head.id)?.parentId ?? null) : head.id;
  }

  /** An unsaved edit counts as a step. */
  get canUndo(): boolean {
    return this.#head !== null && (this.#isTyped() || this.#leads(placeBefore));
  }

  get canRedo(): boolean {
    return this.#head !== null && !this.#isTyped() && this.#leads(placeAfter);
  }

  /**
   * A new tab takes the newest state with its draft, else the newest, but none for an empty prompt.
   * @param first the draft at page load
   */
  begin(first: Draft = this.#first): void {
    this.#first = first;
    const { archive, position } = this.#parts;
    if (this.#head !== null) return;
    const states = archive.tree.all().toSorted((one, other) => byTime(other, one));
    const head = states.find(({ draft }) => isSameDraft(draft, first)) ?? (first.prompt && states[0]);
    if (!head) return;
    position.write({ head: { id: head.id, isBefore: false }, past: [], future: [] });
    archive.changed();
  }

  settle(): void {
    this.#settle(this.#parts.page.draft());
  }

  /** @param nodeId the state whose run is continued */
  takeFilling({ origin, before, draft }: Filling, nodeId: string | undefined): void {
    if (origin.how === 'history') return;
    this.#settle(before);
    if (origin.how === 'new') return this.#newSession(draft);
    const from = this.#currentNode(before);
    if (isSameDraft(from.draft, draft)) return;
    const parentId = this.#parts.archive.tree.get(nodeId ?? null)?.id ?? from.id;
    this.#add({ parentId, at: this.#now(), kind: 'edit', origin: originOf(origin, nodeId), draft });
  }

  /**
   * @param againId the state whose request is repeated, whatever the form has
   * @param draft what was sent
   * @returns the state of the run
   */
  start(againId: string | null, draft = this.#parts.page.draft()): string {
    const { archive } = this.#parts;
    const asked = archive.tree.get(againId);
    if (asked !== undefined) {
      this.#settle(draft);
      const origin = { how: 'again', nodeId: asked.id };
      const { parentId, draft: sent } = asked;
      const id = this.#store({ parentId, at: this.#now(), kind: 'run', origin, draft: sent });
      // Later edits stay on screen, over the new answer.
      if (isSameDraft(sent, draft)) this.#go({ id, isBefore: false });
      else this.#add({ parentId: id, at: this.#now(), kind: 'edit', origin: { how: 'typed' }, draft });
      return id;
    }
    const from = this.#currentNode(this.#first);
    const isAsSettled = isSameDraft(from.draft, draft);
    const step = afterStart(this.#place(from), draft, this.#now());
    const id = this.#take(step) ?? from.id;
    const { head, past, future } = this.#parts.position.read();
    // Undo shows an edit without its run.
    if ((step.kind === 'replace' || !isAsSettled) && !isSentAtOnce(from.origin))
      this.#parts.position.write({ head, past: [...past, { id, isBefore: true }], future });
    this.#typed = null;
    return id;
  }

  /** @returns the recording's state */
  open(): string {
    const { page } = this.#parts;
    this.settle();
    const { id: parentId } = this.#currentNode(this.#first);
    const origin = { how: 'recording' };
    return this.#add({ parentId, at: this.#now(), kind: 'recording', origin, draft: page.draft() });
  }

  /** @returns false while a run streams or for an unknown state */
  visit(id: string): boolean {
    const { archive, page } = this.#parts;
    if (page.isBusy()) return false;
    this.settle();
    if (archive.tree.get(id) === undefined) return false;
    this.#go({ id, isBefore: false });
    this.#show();
    return true;
  }

  undo(): void {
    this.#step('past', 'future');
  }

  redo(): void {
    this.#step('future', 'past');
  }

  #step(from: 'past' | 'future', to: 'past' | 'future'): void {
    if (this.#parts.page.isBusy()) return;
    this.settle();
    const position = this.#parts.position.read();
    const left = this.#head;
    const place = (from === 'past' ? placeBefore : placeAfter)(this.#parts.archive.tree, position);
    if (place === undefined || left === null) return;
    const rest = position[from].slice(0, Math.max(0, position[from].lastIndexOf(place)));
    this.#parts.position.write({ ...position, head: place, [from]: rest, [to]: [...position[to], left] });
    this.#show();
  }

  /**
   * A page on a deleted state moves to the nearest remaining ancestor, or starts over with its parameters.
   * @param pick reads the ids once pending edits are saved
   * @returns the deleted ids; none while a run streams
   */
  async remove(pick: (tree: Archive['tree']) => readonly string[]): Promise<readonly string[]> {
    const { archive, page, position } = this.#parts;
    if (page.isBusy()) return [];
    this.settle();
    const ids = new Set(pick(archive.tree));
    const staying = [...archive.tree.ancestors(this.headId)].find(({ id }) => !ids.has(id));
    const head = this.#head;
    const removing = archive.remove(ids);
    if (head !== null && staying === undefined) {
      position.write({ head: null, past: [], future: [] });
      this.#first = { ...page.draft(), prompt: '' };
      page.fill(this.#first);
      page.show(null);
    } else if (staying?.id === head?.id) page.show(archive.tree.withRun(this.shownId)?.id ?? null);
    else if (staying !== undefined) {
      position.write({ ...position.read(), head: { id: staying.id, isBefore: false } });
      this.#show();
    }
    await removing;
    return [...ids];
  }

  // Reuses an empty session.
  #newSession(draft: Draft): void {
    const { tree } = this.#parts.archive;
    const head = tree.get(this.headId);
    const isNew = head?.kind === 'root' && tree.childrenOf(head.id).length === 0;
    if (isNew && isSameDraft(head.draft, draft)) return;
    this.#add({ parentId: null, at: this.#now(), kind: 'root', origin: { how: 'new' }, draft });
  }

  // Strictly increasing.
  #now(): number {
    this.#latest = Math.max(this.#parts.now(), this.#latest + 1);
    return this.#latest;
  }

  get #head(): Place | null {
    const { archive, position } = this.#parts;
    return headOf(archive.tree, position.read());
  }

  #leads(step: typeof placeBefore): boolean {
    const { archive, position } = this.#parts;
    return step(archive.tree, position.read()) !== undefined;
  }

  #isTyped(): boolean {
    const head = this.#parts.archive.tree.get(this.headId);
    return head !== undefined && !isSameDraft(head.draft, this.#parts.page.draft());
  }

  #settle(draft: Draft): void {
    if (this.headId === null && isSameDraft(draft, this.#first)) return;
    const step = afterTyping(this.#place(this.#currentNode(this.#first)), draft, this.#now());
    const settled = this.#take(step);
    if (settled !== undefined && step.kind !== 'back') this.#typed = { id: settled, atMs: this.#latest };
  }

  #currentNode(first: Draft): HistoryNode {
    const { archive, page, position } = this.#parts;
    const { tree } = archive;
    const head = this.#head;
    const node = tree.get(this.headId);
    if (head === null || node === undefined) {
      // Not a draft whose state was deleted in another tab.
      const draft = position.read().head === null ? first : page.draft();
      const origin = { how: 'new' };
      const record = { parentId: null, at: this.#now(), kind: 'root' as const, origin, draft };
      return { ...record, id: this.#add(record), run: null, name: '', note: '', rating: null };
    }
    // Before its run, a state is its parent with the typed text.
    return head.isBefore ? { ...(tree.get(node.parentId) ?? node), kind: 'root', draft: node.draft } : node;
  }

  #place(head: HistoryNode) {
    const { tree } = this.#parts.archive;
    const { id } = head;
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
    this.#go({ id, isBefore: false });
    return id;
  }

  #add(record: Omit<NodeRecord, 'id'>): string {
    const id = this.#store(record);
    this.#go({ id, isBefore: false });
    return id;
  }

  #store(record: Omit<NodeRecord, 'id'>): string {
    const id = this.#parts.newId();
    this.#own.add(id);
    void this.#parts.archive.add({ nodes: [{ ...record, id }] });
    return id;
  }

  /** Undo leads back. */
  #go(place: Place): void {
    const { archive, position } = this.#parts;
    const { past } = position.read();
    const left = this.#head;
    const isSame = left === null || (left.id === place.id && left.isBefore === place.isBefore);
    position.write({ head: place, past: isSame ? past : [...past, left], future: [] });
    this.#typed = null;
    archive.changed();
  }

  #show(): void {
    const { archive, page } = this.#parts;
    this.#typed = null;
    archive.changed();
    const node = archive.tree.get(this.headId);
    if (node !== undefined) page.fill(node.draft);
    page.show(archive.tree.withRun(this.shownId)?.id ?? null);
  }
}
