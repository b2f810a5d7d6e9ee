// Where this tab stands in the tree, and how it moves: by typing, by a run, by undo and redo, by opening a state.
import type { Filling } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import type { Archive } from './archive.ts';
import { isSameDraft, type HistoryNode, type NodeRecord } from './node.ts';
import { afterStart, afterTyping, originOf, type Step } from './next-state.ts';
import { headOf, placeAfter, placeBefore, type Place, type TrailStore } from './position.ts';
import { byTime } from './tree.ts';

/** The page that the tree is about. */
interface PageState {
  draft: () => Draft;
  /** Makes the page's draft this one, whole. */
  fill: (draft: Draft) => void;
  /** Shows the run of a state, or none. */
  show: (id: string | null) => void;
  /** While a run receives, the page stays where it is. */
  isBusy: () => boolean;
}

/** What a walker needs of its surroundings. */
interface WalkerParts {
  readonly archive: Archive;
  readonly page: PageState;
  readonly trail: TrailStore;
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

  /** The state in which the page stands; null before the first. */
  get headId(): string | null {
    return this.#head?.id ?? null;
  }

  /** The state whose run the page shows, as `Tree.withRun` finds it. */
  get shownId(): string | null {
    const head = this.#head;
    if (head === null) return null;
    return head.isBefore ? (this.#parts.archive.tree.get(head.id)?.parentId ?? null) : head.id;
  }

  /** Whether undo leads somewhere. What was typed since the head counts as a step. */
  get canUndo(): boolean {
    return this.#head !== null && (this.#isTyped() || this.#leads(placeBefore));
  }

  /** Whether redo leads somewhere. */
  get canRedo(): boolean {
    return this.#head !== null && !this.#isTyped() && this.#leads(placeAfter);
  }

  /** Takes the place that the tab had; in a new tab the newest state that has its draft, else the newest. @param first the draft before anything happened */
  begin(first: Draft = this.#first): void {
    this.#first = first;
    const { archive, trail } = this.#parts;
    if (this.#head !== null) return;
    const states = archive.tree.all().toSorted((one, other) => byTime(other, one));
    const head = states.find(({ draft }) => isSameDraft(draft, first)) ?? states[0];
    if (head === undefined) return;
    trail.write({ head: { id: head.id, isBefore: false }, past: [], future: [] });
    archive.changed();
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
    const from = this.#standing(before);
    if (isSameDraft(from.draft, draft)) return;
    const parentId = this.#parts.archive.tree.get(nodeId ?? null)?.id ?? from.id;
    this.#add({ parentId, at: this.#now(), kind: 'edit', origin: originOf(origin, nodeId), draft });
  }

  /** A run started. @param againId the state whose very request is sent once more, whatever the page has @returns the state of the run */
  start(againId: string | null): string {
    const { archive, page } = this.#parts;
    const draft = page.draft();
    const asked = archive.tree.get(againId);
    if (asked !== undefined) {
      this.#settle(draft);
      const origin = { how: 'again', nodeId: asked.id };
      const { parentId, draft: sent } = asked;
      const id = this.#store({ parentId, at: this.#now(), kind: 'run', origin, draft: sent });
      // What was typed since stays on the page, now over the new answer.
      if (isSameDraft(sent, draft)) this.#go({ id, isBefore: false });
      else this.#add({ parentId: id, at: this.#now(), kind: 'edit', origin: { how: 'typed' }, draft });
      return id;
    }
    const from = this.#standing(this.#first);
    const isAsSettled = isSameDraft(from.draft, draft);
    const step = afterStart(this.#place(from), draft, this.#now());
    const id = this.#take(step) ?? from.id;
    const { head, past, future } = this.#parts.trail.read();
    // What was typed had no state of its own before its run: undo shows it as it stood there. What is resumed stood nowhere.
    if ((step.kind === 'replace' || !isAsSettled) && from.origin.how !== 'resumed')
      this.#parts.trail.write({ head, past: [...past, { id, isBefore: true }], future });
    this.#typed = null;
    return id;
  }

  /** A recording was opened that is not here yet. @returns its state */
  open(): string {
    const { page } = this.#parts;
    this.settle();
    const { id: parentId } = this.#standing(this.#first);
    const origin = { how: 'recording' };
    return this.#add({ parentId, at: this.#now(), kind: 'recording', origin, draft: page.draft() });
  }

  /** Makes the page what it was. @returns false, and does nothing, while a run receives */
  visit(id: string): boolean {
    const { archive, page } = this.#parts;
    if (page.isBusy()) return false;
    this.settle();
    if (archive.tree.get(id) === undefined) return false;
    this.#go({ id, isBefore: false });
    this.#show();
    return true;
  }

  /** To what the page showed before. */
  undo(): void {
    this.#step('past', 'future');
  }

  /** To what undo left. */
  redo(): void {
    this.#step('future', 'past');
  }

  #step(from: 'past' | 'future', to: 'past' | 'future'): void {
    if (this.#parts.page.isBusy()) return;
    this.settle();
    const trail = this.#parts.trail.read();
    const left = this.#head;
    const place = (from === 'past' ? placeBefore : placeAfter)(this.#parts.archive.tree, trail);
    if (place === undefined || left === null) return;
    const rest = trail[from].slice(0, Math.max(0, trail[from].lastIndexOf(place)));
    this.#parts.trail.write({ ...trail, head: place, [from]: rest, [to]: [...trail[to], left] });
    this.#show();
  }

  /**
   * Deletes states. A page that stands on one goes to the nearest before it that stays, or starts over with its parameters.
   * @param pick reads them, once what was typed is kept @returns those that were deleted; none while a run receives
   */
  async remove(pick: (tree: Archive['tree']) => readonly string[]): Promise<readonly string[]> {
    const { archive, page, trail } = this.#parts;
    if (page.isBusy()) return [];
    this.settle();
    const ids = new Set(pick(archive.tree));
    const staying = [...archive.tree.ancestors(this.headId)].find(({ id }) => !ids.has(id));
    const head = this.#head;
    const removing = archive.remove(ids);
    if (head !== null && staying === undefined) {
      trail.write({ head: null, past: [], future: [] });
      this.#first = { ...page.draft(), prompt: '' };
      page.fill(this.#first);
      page.show(null);
    } else if (staying?.id === head?.id) page.show(archive.tree.withRun(this.shownId)?.id ?? null);
    else if (staying !== undefined) {
      trail.write({ ...trail.read(), head: { id: staying.id, isBefore: false } });
      this.#show();
    }
    await removing;
    return [...ids];
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

  get #head(): Place | null {
    const { archive, trail } = this.#parts;
    return headOf(archive.tree, trail.read());
  }

  #leads(step: typeof placeBefore): boolean {
    const { archive, trail } = this.#parts;
    return step(archive.tree, trail.read()) !== undefined;
  }

  #isTyped(): boolean {
    const head = this.#parts.archive.tree.get(this.headId);
    return head !== undefined && !isSameDraft(head.draft, this.#parts.page.draft());
  }

  #settle(draft: Draft): void {
    if (this.headId === null && isSameDraft(draft, this.#first)) return;
    const step = afterTyping(this.#place(this.#standing(this.#first)), draft, this.#now());
    const settled = this.#take(step);
    if (settled !== undefined && step.kind !== 'back') this.#typed = { id: settled, atMs: this.#latest };
  }

  /** The state that what comes next goes on from, made if there is none yet: a session begins with the draft as it was. */
  #standing(first: Draft): HistoryNode {
    const { archive, page, trail } = this.#parts;
    const { tree } = archive;
    const head = this.#head;
    const node = tree.get(this.headId);
    if (head === null || node === undefined) {
      // What was deleted in another tab does not come back from here.
      const draft = trail.read().head === null ? first : page.draft();
      const origin = { how: 'new' };
      const record = { parentId: null, at: this.#now(), kind: 'root' as const, origin, draft };
      return { ...record, id: this.#add(record), run: null, name: '' };
    }
    // Before its run a state is the one that it came from, with what was typed there.
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

  /** Moves on: what was there is where undo leads. */
  #go(place: Place): void {
    const { archive, trail } = this.#parts;
    const { past } = trail.read();
    const left = this.#head;
    const isSame = left === null || (left.id === place.id && left.isBefore === place.isBefore);
    trail.write({ head: place, past: isSame ? past : [...past, left], future: [] });
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
