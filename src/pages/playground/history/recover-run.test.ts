import { expect, test } from 'vitest';
import { createArchive } from './archive.ts';
import { withMemoryFallback, createMemoryStorage } from './storage.ts';
import { recordRun, writeRecording } from '#run/recording-file.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { takeOver } from './recover-run.ts';
import { idOf, runOf, stateOf } from '#pages/playground/history/testing/states.ts';

/** A history with one autosaved run. */
async function open(text?: string) {
  const storage = createMemoryStorage();
  const archive = createArchive(
    (onTrouble) => withMemoryFallback(storage, onTrouble),
    () => undefined,
  );
  await archive.load();
  const run = endedRun({ endState: 'interrupted' });
  const event = JSON.stringify({ choices: [{ index: 0, text: ' upon', finish_reason: null }] });
  const recorded = recordRun(run, 'This server');
  if (recorded === null) throw new Error('The run has ended.');
  const kept = new Map([
    [idOf(2), text ?? (await writeRecording({ ...recorded, texts: [event], times: [1] }))],
  ]);
  const store = {
    read: async (id: string) => {
      const found = kept.get(id);
      return found === undefined
        ? null
        : { text: found, continuedAt: undefined, service: 'abc https://host/v1' };
    },
    drop: async (id: string) => void kept.delete(id),
  };
  return { archive, storage, store, kept };
}

test('a cut run becomes the run of its state, and its autosave is deleted', async () => {
  const { archive, store, kept } = await open();
  await archive.add({ nodes: [stateOf(1, null), stateOf(2, 1)] });
  await takeOver(store, archive, idOf(2));
  expect(archive.tree.get(idOf(2))?.run).toMatchObject({
    endState: 'interrupted',
    outputs: [' upon'],
    service: 'abc https://host/v1',
  });
  expect(kept.size).toBe(0);
});

test('a run whose state is unknown starts its own session', async () => {
  const { archive, store, kept } = await open();
  await takeOver(store, archive, idOf(2));
  expect(archive.tree.roots()).toMatchObject([{ id: idOf(2), draft: { prompt: 'Once' } }]);
  expect(archive.tree.get(idOf(2))?.run?.outputs).toEqual([' upon']);
  expect(kept.size).toBe(0);
});

test('an unreadable autosave stays in place, and history gets no part of it', async () => {
  const { archive, store, kept } = await open('{"inferdeck":"recording"');
  await archive.add({ nodes: [stateOf(1, null), stateOf(2, 1)] });
  await takeOver(store, archive, idOf(2));
  expect(archive.tree.get(idOf(2))?.run).toBeNull();
  expect(kept.size).toBe(1);
});

test('the autosave stays if history cannot be written', async () => {
  const { archive, storage, store, kept } = await open();
  storage.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  await takeOver(store, archive, idOf(2));
  expect(archive.trouble()).toBe('full');
  expect(kept.size).toBe(1);
});

test('an autosave already in history is only deleted', async () => {
  const { archive, store, kept } = await open();
  const recordings = [{ id: idOf(2), text: '{}' }];
  await archive.add({ nodes: [stateOf(1, null), stateOf(2, 1)], runs: [runOf(2, ' whole')], recordings });
  await takeOver(store, archive, idOf(2));
  expect(archive.tree.get(idOf(2))?.run?.outputs).toEqual([' whole']);
  expect(kept.size).toBe(0);
});

test.each([
  ['interrupted', true],
  ['complete', false],
] as const)(
  'a recording that found no room in history, of a run that ended %s, is recovered: %s',
  async (endState, isRecovered) => {
    const { archive, store, kept } = await open();
    await archive.add({ nodes: [stateOf(1, null), stateOf(2, 1)], runs: [runOf(2, ' upon', { endState })] });
    await takeOver(store, archive, idOf(2));
    // The autosave may lack the end.
    expect(archive.recordingIds.has(idOf(2))).toBe(isRecovered);
    expect(kept.size).toBe(0);
  },
);
