// History of one tab with draft, runs and a loopback service.
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, createHeldServices } from '#run/testing/held-service.ts';
import { memoryOf } from '#pages/playground/history/testing/open-page.ts';

const { hold, closeAll } = createHeldServices();

beforeEach(() => {
  // Module state outlives a test.
  vi.resetModules();
  vi.stubGlobal('sessionStorage', memoryOf());
  vi.stubGlobal('localStorage', memoryOf());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setImmediate(act));
  vi.stubGlobal('BroadcastChannel', undefined);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await closeAll();
});

async function openPage() {
  const page = await openWithoutHistory();
  await page.loadHistory();
  return page;
}

async function openWithoutHistory() {
  const { changeDraft, useDraft } = await import('#draft/draft-store.ts');
  const { runStore } = await import('#run/run-store.ts');
  const { archive, historyNavigator, useHistoryNotice } = await import('./history-controller.ts');
  const { loadHistory } = await import('./start.ts');
  const service = await hold();
  const shown = () => runStore.current()?.recording.choices.get(0)?.text.toString() ?? null;

  /** @returns the id of the run's state */
  async function send(prompt: string): Promise<string> {
    const count = service.open.length;
    changeDraft({ model: 'm', prompt });
    runStore.start(service.client, { model: 'm', prompt, stream: true });
    await expect.poll(() => service.open.length).toBeGreaterThan(count);
    return historyNavigator.headId ?? '';
  }

  async function run(prompt: string, text: string): Promise<string> {
    const count = service.open.length;
    const id = await send(prompt);
    answer(service.open[count], text);
    await expect.poll(() => archive.recordingIds.has(id)).toBe(true);
    return id;
  }
  return {
    loadHistory,
    archive,
    runStore,
    historyNavigator,
    service,
    send,
    run,
    shown,
    draft: () => useDraft.getState().draft,
    notice: () => useHistoryNotice.getState().notice,
  };
}

test('the output of a run is kept with its state, and undo and redo show it under its prompt', async () => {
  const page = await openPage();
  const first = await page.run('one', 'uno');
  const second = await page.run('two', 'dos');
  expect(page.archive.tree.get(first)?.run).toMatchObject({ outputs: ['uno'], endState: 'complete' });
  expect(page.archive.tree.get(second)?.parentId).toBe(first);

  // First the text over the older answer, then the older text.
  page.historyNavigator.undo();
  await expect.poll(() => page.shown()).toBe('uno');
  expect(page.draft().prompt).toBe('two');
  page.historyNavigator.undo();
  expect(page.draft().prompt).toBe('one');
  page.historyNavigator.redo();
  page.historyNavigator.redo();
  await expect.poll(() => page.shown()).toBe('dos');
  expect(page.draft().prompt).toBe('two');
  // Showing a run again adds no state.
  expect(page.archive.tree.size).toBe(3);
});

test('runs that end before history is loaded are kept, each with the prompt it was sent with', async () => {
  const network = new EventEmitter();
  const arrival = once(network, 'chunk');
  vi.doMock('./begin.ts', (importOriginal) => arrival.then(() => importOriginal()));
  const { changeDraft } = await import('#draft/draft-store.ts');
  const page = await openWithoutHistory();
  for (const [index, prompt] of ['one', 'two'].entries()) {
    await page.send(prompt);
    answer(page.service.open[index], `answer to ${prompt}`);
    await expect.poll(() => page.runStore.current()?.state.phase).toBe('ended');
  }
  changeDraft({ prompt: 'three' });
  network.emit('chunk');
  await page.loadHistory();
  vi.doUnmock('./begin.ts');

  const kept = () => page.archive.tree.all().filter(({ run }) => run !== null);
  await expect
    .poll(() => kept().map(({ run }) => run?.outputs))
    .toEqual([['answer to one'], ['answer to two']]);
  expect(kept().map(({ draft }) => draft.prompt)).toEqual(['one', 'two']);
  page.historyNavigator.undo();
  expect(page.draft().prompt).toBe('two');
  page.historyNavigator.undo();
  await expect.poll(() => page.shown()).toBe('answer to one');
  expect(page.draft().prompt).toBe('two');
});

test('a repeated request is a sibling state, and both keep their answers', async () => {
  const page = await openPage();
  const first = await page.run('one', 'uno');
  const again = await page.run('one', 'otra');
  expect(again).not.toBe(first);
  expect(page.archive.tree.get(again)).toMatchObject({ origin: { how: 'again', nodeId: first } });
  expect(page.archive.tree.get(again)?.parentId).toBe(page.archive.tree.get(first)?.parentId);
  expect(page.historyNavigator.visit(first)).toBe(true);
  await expect.poll(() => page.shown()).toBe('uno');
});

test('the answer of a state deleted in another tab meanwhile is not kept', async () => {
  const page = await openPage();
  await page.run('one', 'uno');
  const id = await page.send('two');
  page.archive.receive({ deletedIds: [id] });
  answer(page.service.open[1], 'dos');
  await expect.poll(() => page.runStore.current()?.state.phase).toBe('ended');
  await page.run('three', 'tres');
  expect(page.archive.tree.get(id)).toBeUndefined();
  expect(page.archive.recordingIds.has(id)).toBe(false);
});

test('a state whose recording was dropped says that its output cannot be shown, and shows no other one', async () => {
  const page = await openPage();
  const first = await page.run('one', 'uno');
  await page.run('two', 'dos');
  await page.archive.dropRecordings([first]);
  page.historyNavigator.visit(first);
  await expect.poll(() => page.notice()).toContain('was deleted');
  expect(page.shown()).toBeNull();
  expect(page.draft().prompt).toBe('one');
});
