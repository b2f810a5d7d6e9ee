import { expect, test } from 'vitest';
import { openPage } from '#pages/playground/history/testing/open-page.ts';
import { draftOf } from '#pages/playground/history/testing/states.ts';

test('a page whose state is deleted moves to the nearest ancestor, and keeps the typed text', async () => {
  const { archive, page, historyNavigator, type, run } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  expect(await historyNavigator.remove(() => [two])).toEqual([two]);
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: one });
  page.draft = draftOf('one and typed');
  await historyNavigator.remove(() => [one]);
  expect(page).toMatchObject({ draft: { prompt: 'one and typed' }, shown: null });
  expect(archive.tree.get(historyNavigator.headId)?.draft.prompt).toBe('one and typed');
  page.isBusy = true;
  expect(await historyNavigator.remove((tree) => tree.all().map(({ id }) => id))).toEqual([]);
});

test('after a state is deleted, one undo and one redo each change the page', async () => {
  const { page, historyNavigator, type, run } = openPage();
  type('one');
  const one = run();
  type('two');
  const two = run();
  await historyNavigator.remove(() => [two]);
  expect(page.shown).toBe(one);
  historyNavigator.undo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: null });
  historyNavigator.redo();
  expect(page).toMatchObject({ draft: { prompt: 'one' }, shown: one });
  expect(historyNavigator.canRedo).toBe(false);
});

test('after everything is deleted, the page starts over with its parameters, and nothing returns', async () => {
  const { archive, page, historyNavigator, type, run } = openPage({
    first: draftOf('secret', { stop: ['.'] }),
  });
  run();
  page.draft = { ...page.draft, prompt: 'secret, typed' };
  expect(await historyNavigator.remove((tree) => tree.all().map(({ id }) => id))).toHaveLength(3);
  expect(page).toMatchObject({ draft: { prompt: '', stop: ['.'] }, shown: null });
  expect([historyNavigator.canUndo, historyNavigator.canRedo]).toEqual([false, false]);
  type('new');
  expect(archive.tree.all().map(({ draft }) => draft.prompt)).toEqual(['', 'new']);
});

test('a state deleted in another tab does not return from a page that shows it', async () => {
  const { archive, page, historyNavigator, type, run } = openPage({ first: draftOf('secret') });
  run();
  type('mine');
  archive.receive({ deletedIds: archive.tree.all().map(({ id }) => id) });
  expect(historyNavigator.headId).toBeNull();
  page.draft = draftOf('mine, on');
  historyNavigator.settle();
  expect(archive.tree.all().map(({ draft }) => draft.prompt)).toEqual(['mine, on']);
});
