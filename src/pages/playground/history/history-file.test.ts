import { expect, test } from 'vitest';
import { emptyDraft } from '#draft/draft.ts';
import { createArchive, type Archive } from './archive.ts';
import { readHistory, writeHistory, type ReadHistory, importHistory } from './history-file.ts';
import type { RecordingRecord } from './node.ts';
import { withMemoryFallback, createMemoryStorage } from './storage.ts';
import { idOf, runOf, stateOf } from '#pages/playground/history/testing/states.ts';

const { model: _, prompt: __, ...emptyValues } = emptyDraft;

function openArchive(): Archive {
  return createArchive(
    (onTrouble) => withMemoryFallback(createMemoryStorage(), onTrouble),
    () => undefined,
  );
}

async function fileOf(archive: Archive, rootId: string | null): Promise<Blob> {
  const parts: string[] = [];
  for await (const part of writeHistory(archive, rootId)) parts.push(part);
  return new Blob(parts);
}

async function recordingsOf(read: Extract<ReadHistory, { readonly ok: true }>) {
  const recordings: (RecordingRecord | null)[] = [];
  for await (const recording of read.recordings) recordings.push(recording);
  return recordings;
}

async function filled(): Promise<Archive> {
  const archive = openArchive();
  await archive.add({
    nodes: [stateOf(1, null), stateOf(2, 1), stateOf(3, 2), stateOf(10, null), stateOf(11, 10)],
    runs: [runOf(2, 'two'), runOf(11, 'eleven')],
    names: [{ id: idOf(3), text: 'here', at: 5, note: 'too long', rating: 'up' as const }],
    presets: [preset('calm', 1)],
    recordings: [
      { id: idOf(2), text: '{"a":"\u2028"}' },
      { id: idOf(11), text: '{}' },
    ],
  });
  return archive;
}

test('everything is imported from the file, and a second import adds nothing', async () => {
  const file = await fileOf(await filled(), null);
  const fresh = openArchive();
  expect(await importHistory(fresh, file)).toEqual({
    isBad: false,
    text: 'Added 5 states and 2 recordings. Listed under History as 2 new sessions. Added 1 preset.',
  });
  expect(await importHistory(fresh, file)).toEqual({
    isBad: false,
    text: 'Added 0 states and 0 recordings. 5 states were already here.',
  });
  expect(await fresh.recording(idOf(2))).toEqual({ file: '{"a":"\u2028"}' });
  expect(fresh.presets.get(idOf(50))).toEqual(preset('calm', 1));
  expect(fresh.tree.get(idOf(3))?.name).toBe('here');
});

test('a file names no address of a service', async () => {
  const archive = openArchive();
  const service = 'abc https://host/v1';
  await archive.add({ nodes: [stateOf(1, null)], runs: [runOf(1, 'one', { service })] });
  expect(await (await fileOf(archive, null)).text()).not.toContain('host');
  expect(archive.tree.get(idOf(1))?.run?.service).toBe(service);
});

test('a file too long for one string is read by lines, and other JSON layouts are read, too', async () => {
  const archive = await filled();
  const long = `"\\\n${'🦊'.repeat(300_000)}`;
  await archive.add({ recordings: [{ id: idOf(3), text: long }] });
  const file = await fileOf(archive, null);
  const relaid = new Blob([JSON.stringify(JSON.parse(await file.text()), null, 1)]);
  for (const read of [await readHistory(file, 10), await readHistory(relaid)]) {
    if (!read.ok) throw new Error(read.message);
    expect(read.damaged).toBe(0);
    const recordings = await recordingsOf(read);
    expect(recordings.map((recording) => recording?.id)).toEqual([2, 3, 11].map(idOf));
    expect(recordings[1]?.text).toBe(long);
  }
  expect(await readHistory(relaid, 10)).toMatchObject({ ok: false });
  // Cut within a recording.
  const cut = await readHistory(file.slice(0, file.size - 200));
  if (!cut.ok) throw new Error(cut.message);
  expect(await recordingsOf(cut)).toContain(null);
});

const preset = (name: string, at: number, isDeleted = false) => ({
  id: idOf(50),
  name,
  at,
  values: emptyValues,
  prompt: 'Once',
  model: 'tale',
  isDeleted,
});

test('a file that was cut off is said to be, even between two recordings', async () => {
  const file = await fileOf(await filled(), null);
  const text = await file.text();
  for (const length of [text.lastIndexOf('\n'), text.lastIndexOf(',\n') + 1]) {
    const outcome = await importHistory(openArchive(), file.slice(0, length));
    expect(outcome.text).toMatch(/ The file is cut off: recordings may be missing\.$/);
  }
});

test('an import does not change existing names and presets', async () => {
  const theirs = await filled();
  await theirs.add({
    names: [2, 3].map((id) => ({ id: idOf(id), text: 'theirs', at: 9 })),
    presets: [preset('theirs', 9, true)],
  });
  const file = await fileOf(theirs, null);
  const ours = await filled();
  const outcome = await importHistory(ours, file);
  expect(ours.tree.get(idOf(3))?.name).toBe('here');
  expect(ours.tree.get(idOf(2))?.name).toBe('theirs');
  expect(ours.presets.get(idOf(50))).toEqual(preset('calm', 1));
  expect(outcome).toEqual({
    isBad: false,
    text: 'Added 0 states and 0 recordings. Named 1 state. 5 states were already here.',
  });
});

test('a preset deleted since the export returns, and a deleted one is not exported', async () => {
  const archive = await filled();
  const file = await fileOf(archive, null);
  await archive.add({ presets: [preset('calm', 9, true)] });
  expect(await (await fileOf(archive, null)).text()).not.toContain('calm');
  const outcome = await importHistory(archive, file);
  expect(archive.presets.get(idOf(50))).toMatchObject({ name: 'calm', isDeleted: false });
  expect(outcome.text).toContain(' Added 1 preset. ');
});

test('a deleted preset of an older file is not counted as added', async () => {
  const file = { inferdeck: 'history', version: 1, ...lists, presets: [preset('calm', 1, true)] };
  const outcome = await importHistory(openArchive(), new Blob([JSON.stringify(file)]));
  expect(outcome.text).toBe('Added 0 states and 0 recordings.');
});

test('the file of a session holds only that session', async () => {
  const read = await readHistory(await fileOf(await filled(), idOf(10)));
  if (!read.ok) throw new Error(read.message);
  expect(read.batch.nodes.map(({ id }) => id)).toEqual([idOf(10), idOf(11)]);
  expect((await recordingsOf(read)).map((recording) => recording?.id)).toEqual([idOf(11)]);
  expect(read.batch.presets).toEqual([]);
});

test('invalid records are dropped and counted', async () => {
  const file = {
    inferdeck: 'history',
    version: 1,
    nodes: [stateOf(1, null), { id: 3 }],
    runs: [{}],
    names: [],
    presets: [],
    recordings: [{ id: idOf(1) }],
  };
  const archive = openArchive();
  expect(await importHistory(archive, new Blob([JSON.stringify(file)]))).toEqual({
    isBad: false,
    text: 'Added 1 state and 0 recordings. Listed under History as 1 new session. 3 records could not be read and were skipped.',
  });
  expect(archive.tree.all()).toMatchObject([stateOf(1, null)]);
});

test('a recording whose state could not be read takes no room', async () => {
  const file = {
    ...lists,
    inferdeck: 'history',
    version: 1,
    nodes: [stateOf(1, null), { id: idOf(3) }],
    recordings: [1, 3].map((number) => ({ id: idOf(number), text: '{}' })),
  };
  const archive = openArchive();
  const { text } = await importHistory(archive, new Blob([JSON.stringify(file)]));
  // One that no state leads to could never be deleted.
  expect([...archive.recordingIds]).toEqual([idOf(1)]);
  expect(text).toMatch(/^Added 1 state and 1 recording\..* 2 records could not be read and were skipped\.$/);
});

const lists = { nodes: [], runs: [], names: [], presets: [], recordings: [] };

test.each<[string, string]>([
  ['not json', 'The file is not JSON.'],
  ['[]', 'The file is not a playground history.'],
  ['{"inferdeck":"recording"}', 'The file is not a playground history.'],
  ['{"inferdeck":"history","version":9}', 'Unsupported history version: this page reads version 1.'],
  ['{"inferdeck":"history","version":1,"nodes":{}}', 'The history is damaged: “nodes” is not a list.'],
  [
    JSON.stringify({ inferdeck: 'history', version: 1, ...lists, nodes: [stateOf(1, 2), stateOf(2, 1)] }),
    `The history is damaged: state ${idOf(1)} is its own ancestor.`,
  ],
])('a file is refused with a reason: %s', async (file, message) => {
  expect(await readHistory(new Blob([file]))).toEqual({ ok: false, message });
});
