import { expect, test } from 'vitest';
import { createMemoryStorage } from './storage.ts';
import { memoryOf, openPage } from '#pages/playground/history/testing/open-page.ts';
import { draftOf } from '#pages/playground/history/testing/states.ts';

test('typing and running is one state; undo gives back what was typed, then the page before it, redo both', () => {
  const { archive, page, historyNavigator, type, run } = openPage();
  type('Once');
  const first = run();
  expect(archive.tree.size).toBe(2);
  expect(archive.tree.get(first)?.kind).toBe('run');
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'Once' }, shown: null });
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: '' }, shown: null });
  expect(historyNavigator.canUndo).toBe(false);
  historyNavigator.redo();
  expect(page).toMatchObject({ draft: { prompt: 'Once' }, shown: null });
  historyNavigator.redo();
  expect(page).toMatchObject({ draft: { prompt: 'Once' }, shown: first });
  expect(historyNavigator.canRedo).toBe(false);
});

test('what is typed, or run, where undo took a run away goes on from what the page shows', () => {
  const { archive, page, historyNavigator, type, run } = openPage();
  type('one');
  const one = run();
  page.draft = draftOf('two');
  const two = run();
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'two' }, shown: one });
  const again = run();
  expect(archive.tree.get(again)?.parentId).toBe(one);
  historyNavigator.undo();
  type('two and more');
  expect(archive.tree.get(historyNavigator.headId)).toMatchObject({ kind: 'edit', parentId: one });
  expect(archive.tree.withRun(historyNavigator.shownId)?.id).toBe(one);
  expect(archive.tree.childrenOf(one).map(({ id }) => id)).toEqual([two, again, historyNavigator.headId]);
});

test('undo after another answer shows the answer before, in a new tab too', async () => {
  const storage = createMemoryStorage();
  const { page, historyNavigator, type, run } = openPage({ storage });
  type('one');
  const first = run();
  const second = run();
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: first });
  historyNavigator.redo();
  expect(page.shown).toBe(second);

  const other = openPage({ storage, first: draftOf('one'), from: 50 });
  await other.archive.load();
  other.historyNavigator.begin();
  for (const shown of [first, null]) {
    other.historyNavigator.undo();
    expect(other.page).toMatchObject({ draft: { prompt: 'one' }, shown });
  }
});

test('undo after going on from a cut shows the cut answer, and no text that never stood alone', () => {
  const { page, historyNavigator, type, run, fill } = openPage();
  type('one');
  const cut = run();
  fill(draftOf('one and'), { how: 'resumed', runId: 1, choice: 0 }, cut);
  run();
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: cut });
});

test('undo after a state was opened, or a new session begun, shows what was there before', () => {
  const { page, historyNavigator, type, run, fill } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  historyNavigator.visit(one);
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'two' }, shown: two });
  fill(draftOf(''), { how: 'new' });
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'two' }, shown: two });
});

test('a run after an edit is a branch, and the branch before stays', () => {
  const { archive, page, historyNavigator, type, run } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  historyNavigator.undo();
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: one });
  type('three');
  const three = run();
  expect(archive.tree.childrenOf(one).map(({ id }) => id)).toEqual([two, three]);
  historyNavigator.undo();
  historyNavigator.undo();
  historyNavigator.redo();
  historyNavigator.redo();
  expect(page).toMatchObject({ draft: { prompt: 'three' }, shown: three });
});

test('a burst of typing is one state, a pause begins another, and what was typed last is a step of its own', () => {
  const { archive, page, historyNavigator, type } = openPage();
  type('O');
  type('On');
  type('Once');
  expect(archive.tree.size).toBe(2);
  page.nowMs += 60_000;
  type('Once upon');
  expect(archive.tree.size).toBe(3);
  page.draft = draftOf('Once upon a');
  expect(historyNavigator.canRedo).toBe(false);
  page.nowMs += 60_000;
  historyNavigator.undo();
  expect(page.draft.prompt).toBe('Once upon');
  historyNavigator.redo();
  expect(page.draft.prompt).toBe('Once upon a');
});

test('a burst that takes something away, or chooses something else, is a state of its own', () => {
  const { archive, page, historyNavigator, type, run } = openPage();
  const essay = 'an essay '.repeat(100);
  type(essay);
  type('oops');
  historyNavigator.undo();
  expect(page.draft.prompt).toBe(essay);
  historyNavigator.redo();
  page.draft = { ...page.draft, model: 'one', numbers: { temperature: '0.2' } };
  page.nowMs += 60_000;
  historyNavigator.settle();
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
  const { archive, page, historyNavigator, type } = openPage();
  type('Once');
  page.nowMs += 60_000;
  type('Once more');
  page.nowMs += 60_000;
  type('Once');
  expect(archive.tree.size).toBe(3);
  historyNavigator.undo();
  expect(page.draft.prompt).toBe('Once more');
});

test('the very request again stands beside the first; what was typed since stays on the page, and undo knows both', () => {
  const { archive, page, historyNavigator, type, run } = openPage();
  type('one');
  const first = run();
  type('one and more');
  const again = run(first);
  expect(archive.tree.get(again)).toMatchObject({
    parentId: archive.tree.get(first)?.parentId,
    origin: { how: 'again', nodeId: first },
    draft: { prompt: 'one' },
  });
  expect(page.draft.prompt).toBe('one and more');
  expect(archive.tree.withRun(historyNavigator.shownId)?.id).toBe(again);
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one and more' }, shown: first });
  historyNavigator.redo();
  expect(page).toMatchObject({ draft: { prompt: 'one and more' }, shown: again });
});

test('a named edit is kept as it is when it is run', () => {
  const { archive, historyNavigator, type, run } = openPage();
  type('named');
  const named = historyNavigator.headId ?? '';
  void archive.add({ names: [{ id: named, text: 'here', at: 1 }] });
  const id = run();
  expect(archive.tree.get(id)?.parentId).toBe(named);
});

test('a filled draft branches from the run it goes on from, and what stood there is kept', () => {
  const { archive, page, historyNavigator, type, run, fill } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  page.draft = draftOf('two, unsaved');
  fill(draftOf('one and on'), { how: 'branched', runId: 1, choice: 0, token: 4 }, one);
  expect(archive.tree.get(historyNavigator.headId)).toMatchObject({
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
    const { archive, page, historyNavigator, type, fill } = openPage();
    type('Once');
    const fork = historyNavigator.headId;
    fill(draftOf('Once upon'), { how });
    expect(archive.tree.get(historyNavigator.headId)).toMatchObject({ parentId: fork, origin: { how } });
    historyNavigator.undo();
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
  const { archive, type, run, fill } = openPage();
  type('one');
  run();
  fill(draftOf(''), { how: 'new' });
  fill(draftOf(''), { how: 'new' });
  expect(archive.tree.roots()).toHaveLength(2);
});

test('a reload keeps the place and the way back; a new tab begins at the newest state with its draft', async () => {
  const session = memoryOf();
  const storage = createMemoryStorage();
  const before = openPage({ session, storage });
  before.type('one');
  const one = before.run();
  before.type('two');
  const two = before.run();
  before.historyNavigator.undo();
  before.historyNavigator.undo();

  const after = openPage({ session, storage, first: before.page.draft, from: 50 });
  await after.archive.load();
  after.historyNavigator.begin();
  expect(after.historyNavigator.headId).toBe(one);
  after.historyNavigator.redo();
  after.historyNavigator.redo();
  expect(after.page).toMatchObject({ draft: { prompt: 'two' }, shown: two });

  for (const [prompt, headId] of [
    ['one', one],
    ['two', two],
    ['typed and not kept', two],
  ] as const) {
    const other = openPage({ storage, first: draftOf(prompt), from: 90 });
    await other.archive.load();
    other.historyNavigator.begin();
    expect(other.historyNavigator.headId).toBe(headId);
  }
});

test('while a run receives, the page stays where it is', () => {
  const { page, historyNavigator, type, run } = openPage();
  type('one');
  run();
  page.isBusy = true;
  historyNavigator.undo();
  expect(page.draft.prompt).toBe('one');
});

test('an edit of another tab is never replaced', async () => {
  const storage = createMemoryStorage();
  const one = openPage({ storage });
  one.type('from one');
  const other = openPage({ storage, first: draftOf('from one'), from: 50 });
  await other.archive.load();
  other.historyNavigator.begin();
  other.type('from one, on');
  const ran = other.run();
  await one.archive.load();
  expect(one.archive.tree.get(one.historyNavigator.headId)?.draft.prompt).toBe('from one');
  expect(other.archive.tree.get(ran)?.parentId).toBe(one.historyNavigator.headId);
});
