import { expect, test } from 'vitest';
import { createMemoryStorage } from './storage.ts';
import { memoryOf, openPage } from '#pages/playground/history/testing/open-page.ts';
import { draftOf } from '#pages/playground/history/testing/states.ts';

test('typing and running is one state; undo restores the typed text, then the page before, redo both', () => {
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

test('typing or running after undo continues from the state shown', () => {
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

test('undo after another answer shows the previous answer, even in a new tab', async () => {
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

test.each([
  { how: 'resumed', runId: 1, choice: 0 },
  { how: 'continued', runId: 1, choice: 0, isSent: true },
  { how: 'branched', runId: 1, choice: 0, token: 4, isSent: true },
  { how: 'example', isSent: true },
] as const)('undo after an answer $how at once shows that answer, even in a new tab', async (origin) => {
  const storage = createMemoryStorage();
  const { page, historyNavigator, type, run, fill } = openPage({ storage });
  type('one');
  const first = run();
  fill(draftOf('one and'), origin, first);
  run();
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: first });

  const other = openPage({ storage, first: draftOf('one and'), from: 50 });
  await other.archive.load();
  other.historyNavigator.begin();
  other.historyNavigator.undo();
  expect(other.page).toMatchObject({ draft: { prompt: 'one' }, shown: first });
});

test('undo after opening a state or starting a session shows the previous page', () => {
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

test('a run after an edit is a branch, and the previous branch stays', () => {
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

test('a burst of typing is one state, a pause starts another, and the last edit is its own step', () => {
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

test('a burst that deletes text or changes a choice is its own state', () => {
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

test('typing undone by hand returns to the earlier state, and the longer text stays', () => {
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

test('a repeated request is a sibling; later typing stays on the page, and undo covers both', () => {
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

test('a named edit is kept unchanged when it is run', () => {
  const { archive, historyNavigator, type, run } = openPage();
  type('named');
  const named = historyNavigator.headId ?? '';
  void archive.add({ names: [{ id: named, text: 'here', at: 1 }] });
  const id = run();
  expect(archive.tree.get(id)?.parentId).toBe(named);
});

test('a filled draft branches from the run it continues, and the previous draft is kept', () => {
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
  'a choice as %s is a branch of the session, and undo returns to fork again',
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

test('a new session starts its own tree, only once', () => {
  const { archive, type, run, fill } = openPage();
  type('one');
  run();
  fill(draftOf(''), { how: 'new' });
  fill(draftOf(''), { how: 'new' });
  expect(archive.tree.roots()).toHaveLength(2);
});

test('a reload keeps the position and undo; a new tab starts at the newest state with its draft', async () => {
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

  for (const [first, headId] of [
    [draftOf('one'), one],
    [draftOf('two'), two],
    [draftOf('typed and not kept'), two],
    [{ ...draftOf(''), model: 'another' }, null],
  ] as const) {
    const other = openPage({ storage, first, from: 90 });
    await other.archive.load();
    other.historyNavigator.begin();
    expect(other.historyNavigator.headId).toBe(headId);
  }
});

test('the page stays at its state while a run receives', () => {
  const { page, historyNavigator, type, run } = openPage();
  type('one');
  run();
  page.isBusy = true;
  historyNavigator.undo();
  expect(page.draft.prompt).toBe('one');
});

test('an edit in another tab is never replaced', async () => {
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
