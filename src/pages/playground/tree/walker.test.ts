import { expect, test } from 'vitest';
import type { Draft } from '#pages/playground/draft.ts';
import type { DraftOrigin } from '#pages/playground/fill-draft.ts';
import { createArchive } from './archive.ts';
import { shelterStorage } from './sheltered-storage.ts';
import { createMemoryStorage } from './storage.ts';
import { draftOf, idOf, runOf } from './testing/states.ts';
import { createTrail } from './trail.ts';
import { Walker } from './walker.ts';

/** A page of one text field, with everything around it real. */
function openPage(
  options: {
    session?: Storage;
    first?: Draft;
    storage?: ReturnType<typeof createMemoryStorage>;
    from?: number;
  } = {},
) {
  const { session = memoryOf(), first = draftOf(''), storage = createMemoryStorage(), from = 0 } = options;
  const archive = createArchive(
    (onTrouble) => shelterStorage(async () => storage, onTrouble),
    () => undefined,
  );
  const page: { draft: Draft; shown: string | null; isBusy: boolean; nowMs: number } = {
    shown: null,
    draft: first,
    isBusy: false,
    nowMs: 1_000,
  };
  let count = from;
  const parts = {
    archive,
    trail: createTrail(() => session),
    newId: () => idOf((count += 1)),
    now: () => page.nowMs,
    page: {
      draft: () => page.draft,
      fill: (draft: Draft) => void (page.draft = draft),
      show: (id: string | null) => void (page.shown = id),
      isBusy: () => page.isBusy,
    },
  };
  const walker = new Walker(parts, first);
  return {
    archive,
    page,
    walker,
    /** Types, and is quiet for a second. */
    type: (prompt: string) => {
      page.nowMs += 1_000;
      page.draft = { ...page.draft, prompt };
      walker.settle();
    },
    /** Runs what is there; the output is the prompt in capitals. */
    run: (againId: string | null = null): string => {
      page.nowMs += 1_000;
      const id = walker.start(againId);
      page.shown = id;
      void archive.add({ runs: [{ ...runOf(0, page.draft.prompt.toUpperCase()), id }] });
      return id;
    },
    fill: (draft: Draft, origin: DraftOrigin, nodeId?: string) => {
      page.nowMs += 1_000;
      walker.takeFilling({ origin, before: page.draft, draft }, nodeId);
      page.draft = draft;
    },
  };
}

/** A browser's storage, as far as it is used. */
function memoryOf(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}

test('typing and running is one state; undo gives back the page before it, redo the run', () => {
  const { archive, page, walker, type, run } = openPage();
  type('Once');
  const first = run();
  expect(archive.tree.size).toBe(2);
  expect(archive.tree.get(first)?.kind).toBe('run');
  walker.undo();
  expect(page).toMatchObject({ draft: { prompt: '' }, shown: null });
  expect(walker.before).toBeUndefined();
  walker.redo();
  expect(page).toMatchObject({ draft: { prompt: 'Once' }, shown: first });
  expect(walker.after).toBeUndefined();
});

test('a run after an edit is a branch, and the branch before stays', () => {
  const { archive, page, walker, type, run } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  walker.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: one });
  type('three');
  const three = run();
  expect(archive.tree.childrenOf(one).map(({ id }) => id)).toEqual([two, three]);
  walker.undo();
  walker.redo();
  expect(page.draft.prompt).toBe('three');
  walker.visit(two);
  walker.undo();
  walker.redo();
  expect(page).toMatchObject({ draft: { prompt: 'two' }, shown: two });
});

test('a burst of typing is one state, a pause begins another, and what was typed last is a step of its own', () => {
  const { archive, page, walker, type } = openPage();
  type('O');
  type('On');
  type('Once');
  expect(archive.tree.size).toBe(2);
  page.nowMs += 60_000;
  type('Once upon');
  expect(archive.tree.size).toBe(3);
  page.draft = draftOf('Once upon a');
  expect(walker.after).toBeUndefined();
  page.nowMs += 60_000;
  walker.undo();
  expect(page.draft.prompt).toBe('Once upon');
  walker.redo();
  expect(page.draft.prompt).toBe('Once upon a');
});

test('a burst that takes something away, or chooses something else, is a state of its own', () => {
  const { archive, page, walker, type, run } = openPage();
  const essay = 'an essay '.repeat(100);
  type(essay);
  type('oops');
  walker.undo();
  expect(page.draft.prompt).toBe(essay);
  walker.redo();
  page.draft = { ...page.draft, model: 'one', numbers: { temperature: '0.2' } };
  page.nowMs += 60_000;
  walker.settle();
  page.draft = { ...page.draft, model: 'two' };
  type('oops');
  page.draft = { ...page.draft, numbers: { temperature: '1' } };
  type('oops');
  page.draft = { ...page.draft, prompt: 'other' };
  run();
  const kept = archive.tree.all().map(({ draft }) => [draft.prompt, draft.model, draft.numbers.temperature]);
  expect(kept).toEqual([
    ['', '', undefined],
    [essay, '', undefined],
    ['oops', '', undefined],
    ['oops', 'one', '0.2'],
    ['oops', 'two', '0.2'],
    ['oops', 'two', '1'],
    ['other', 'two', '1'],
  ]);
});

test('typing that is taken back by hand leads back, and the longer text stays', () => {
  const { archive, page, walker, type } = openPage();
  type('Once');
  page.nowMs += 60_000;
  type('Once more');
  const longer = walker.headId;
  page.nowMs += 60_000;
  type('Once');
  expect(archive.tree.size).toBe(3);
  expect(walker.after).toBe(longer);
});

test('the same request again stands beside the first, with its draft', () => {
  const { archive, page, type, run } = openPage();
  type('one');
  const first = run();
  type('one and more');
  const again = run(first);
  expect(archive.tree.get(again)).toMatchObject({
    parentId: archive.tree.get(first)?.parentId,
    origin: { how: 'again', nodeId: first },
    draft: { prompt: 'one' },
  });
  expect(page.draft.prompt).toBe('one');
  const pressed = run();
  expect(archive.tree.get(pressed)?.parentId).toBe(archive.tree.get(first)?.parentId);
  expect(archive.tree.all().map(({ draft }) => draft.prompt)).toContain('one and more');
});

test('a named edit is kept as it is when it is run', () => {
  const { archive, walker, type, run } = openPage();
  type('named');
  const named = walker.headId ?? '';
  void archive.add({ names: [{ id: named, text: 'here', at: 1 }] });
  const id = run();
  expect(archive.tree.get(id)?.parentId).toBe(named);
});

test('a filled draft branches from the run it goes on from, and what stood there is kept', () => {
  const { archive, page, walker, type, run, fill } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  page.draft = draftOf('two, unsaved');
  fill(draftOf('one and on'), { how: 'branched', runId: 1, lane: 0, token: 4 }, one);
  expect(archive.tree.get(walker.headId)).toMatchObject({
    parentId: one,
    origin: { how: 'branched', nodeId: one, lane: 0, token: 4 },
  });
  expect(archive.tree.childrenOf(two).map(({ draft }) => draft.prompt)).toEqual(['two, unsaved']);
  const ran = run();
  expect(archive.tree.get(ran)).toMatchObject({ kind: 'run', origin: { how: 'branched' } });
});

test.each(['alternative', 'row', 'comparison'] as const)(
  'what is chosen as %s is a branch of the session, and undo leads back to fork again',
  (how) => {
    const { archive, page, walker, type, fill } = openPage();
    type('Once');
    const fork = walker.headId;
    fill(draftOf('Once upon'), { how });
    expect(archive.tree.get(walker.headId)).toMatchObject({ parentId: fork, origin: { how } });
    walker.undo();
    expect(page.draft.prompt).toBe('Once');
    fill(draftOf('Once more'), { how });
    expect(archive.tree.childrenOf(fork ?? '').map(({ draft }) => draft.prompt)).toEqual([
      'Once upon',
      'Once more',
    ]);
    expect(archive.tree.roots()).toHaveLength(1);
  },
);

test('a new session begins a tree of its own, once', () => {
  const { archive, walker, type, run, fill } = openPage();
  type('one');
  run();
  fill(draftOf(''), { how: 'new' });
  fill(draftOf(''), { how: 'new' });
  expect(archive.tree.roots()).toHaveLength(2);
  expect(walker.before).toBeUndefined();
});

test('a reload keeps the place and the way back; a new tab begins at the newest state', async () => {
  const session = memoryOf();
  const storage = createMemoryStorage();
  const before = openPage({ session, storage });
  before.type('one');
  const one = before.run();
  before.type('two');
  const two = before.run();
  before.walker.undo();

  const after = openPage({ session, storage, first: before.page.draft, from: 50 });
  await after.archive.load();
  expect(after.walker.begin()).toBe(one);
  after.walker.redo();
  expect(after.page).toMatchObject({ draft: { prompt: 'two' }, shown: two });

  const other = openPage({ storage, first: before.page.draft, from: 90 });
  await other.archive.load();
  expect(other.walker.begin()).toBe(two);
});

test('while a run receives, the page stays where it is', () => {
  const { page, walker, type, run } = openPage();
  type('one');
  run();
  page.isBusy = true;
  walker.undo();
  expect(page.draft.prompt).toBe('one');
});

test('an edit of another tab is never replaced', async () => {
  const storage = createMemoryStorage();
  const one = openPage({ storage });
  one.type('from one');
  const other = openPage({ storage, from: 50 });
  await other.archive.load();
  other.walker.begin();
  other.page.draft = draftOf('from one');
  other.type('from one, on');
  const ran = other.run();
  await one.archive.load();
  expect(one.archive.tree.get(one.walker.headId)?.draft.prompt).toBe('from one');
  expect(other.archive.tree.get(ran)?.parentId).toBe(one.walker.headId);
});
