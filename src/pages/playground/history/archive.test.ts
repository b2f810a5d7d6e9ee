import { expect, test } from 'vitest';
import { idOf, runOf, stateOf } from '#pages/playground/history/testing/states.ts';
import { createArchive, type Archive } from './archive.ts';
import { withMemoryFallback, createMemoryStorage } from './storage.ts';

/** Tabs with shared storage and messages between them. */
function openTabs(count: number, storage = createMemoryStorage()): Archive[] {
  const tabs: Archive[] = Array.from({ length: count }, (_, own) =>
    createArchive(
      (onTrouble) => withMemoryFallback(storage, onTrouble),
      (message) => tabs.forEach((tab, index) => index !== own && tab.receive(structuredClone(message))),
    ),
  );
  return tabs;
}

test('two tabs that write at once lose none of each other’s states', async () => {
  const [one, other] = openTabs(2);
  if (one === undefined || other === undefined) throw new Error('There are two tabs.');
  await one.add({ nodes: [stateOf(1, null)] });
  await Promise.all([
    one.add({ nodes: [stateOf(2, 1)], runs: [runOf(2, 'two')], recordings: [{ id: idOf(2), text: 'r' }] }),
    other.add({ nodes: [stateOf(3, 1)], names: [{ id: idOf(1), text: 'ours', at: 4 }] }),
  ]);
  for (const tab of [one, other]) {
    expect(tab.tree.childrenOf(idOf(1)).map(({ id }) => id)).toEqual([idOf(2), idOf(3)]);
    expect(tab.tree.get(idOf(1))?.name).toBe('ours');
    expect([...tab.recordingIds]).toEqual([idOf(2)]);
    expect(await tab.recording(idOf(2))).toEqual({ file: 'r' });
  }
});

test('a deleted state is removed in every tab and from storage, and its descendants stay', async () => {
  const storage = createMemoryStorage();
  const [one, other] = openTabs(2, storage);
  if (one === undefined || other === undefined) throw new Error('There are two tabs.');
  await one.add({
    nodes: [stateOf(1, null), stateOf(2, 1), stateOf(3, 2)],
    runs: [runOf(2, 'secret')],
    names: [{ id: idOf(2), text: 'secret', at: 1 }],
    recordings: [{ id: idOf(2), text: 'secret' }],
  });
  await one.remove(new Set([idOf(2)]));
  const [fresh] = openTabs(1, storage);
  await fresh?.load();
  for (const tab of [one, other, fresh]) {
    expect(tab?.tree.get(idOf(2))).toBeUndefined();
    expect(tab?.tree.get(idOf(3))?.parentId).toBe(idOf(1));
    expect(tab?.recordingIds.size).toBe(0);
  }
  expect(JSON.stringify(storage.contents())).not.toContain('secret');
});

test('a damaged record does not affect the others, and is counted', async () => {
  const storage = createMemoryStorage();
  await storage.write({ nodes: [stateOf(1, null), stateOf(2, 1)], runs: [runOf(2, 'two')] });
  const archive = createArchive(
    (onTrouble) =>
      withMemoryFallback(
        {
          ...storage,
          async load() {
            const { records, recordingIds } = await storage.load();
            const nodes = [...records.nodes, null, { ...stateOf(3, 1), draft: { prompt: 7 } }, { id: 'x' }];
            return { records: { ...records, nodes }, recordingIds };
          },
        },
        onTrouble,
      ),
    () => undefined,
  );
  await archive.load();
  expect(archive.tree.size).toBe(2);
  expect(archive.damaged()).toBe(3);
});

test('a long history is read in slices, and states deleted meanwhile stay deleted', async () => {
  const storage = createMemoryStorage();
  const states = Array.from({ length: 1000 }, (_, number) =>
    stateOf(number, number === 0 ? null : number - 1),
  );
  await storage.write({ nodes: states, recordings: [{ id: idOf(700), text: 'r' }] });
  const [archive] = openTabs(1, storage);
  const sizes: number[] = [];
  await archive?.load(async () => {
    if (sizes.length === 0) archive.receive({ deletedIds: [idOf(700)] });
    sizes.push(archive.tree.size);
  });
  expect(sizes.slice(0, 3)).toEqual([100, 200, 300]);
  expect(archive?.tree.size).toBe(999);
  expect(archive?.tree.get(idOf(701))?.parentId).toBe(idOf(699));
  expect(archive?.recordingIds.size).toBe(0);
});

test('a message that is not a batch changes nothing', () => {
  const [tab] = openTabs(1);
  for (const message of [null, 7, 'x', { nodes: 'x' }, { nodes: [{}], recordingIds: [7] }])
    tab?.receive(message);
  expect(tab?.tree.size).toBe(0);
  expect(tab?.recordingIds.size).toBe(0);
});

test('dropping recordings leaves states and figures, in every tab', async () => {
  const [one, other] = openTabs(2);
  await one?.add({
    nodes: [stateOf(1, null)],
    runs: [runOf(1, 'text')],
    recordings: [{ id: idOf(1), text: 'r' }],
  });
  await one?.dropRecordings([idOf(1)]);
  for (const tab of [one, other]) {
    expect(tab?.tree.get(idOf(1))?.run?.outputs).toEqual(['text']);
    expect(tab?.recordingIds.size).toBe(0);
    expect(await tab?.recording(idOf(1))).toBeNull();
  }
});
